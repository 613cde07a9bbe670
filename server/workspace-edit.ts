import {
  type ChangeAnnotation,
  CreateFile,
  RenameFile,
  type TextDocumentEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import type { Edit } from '../core/edit.ts';
import type { EditAbilities } from './abilities.ts';
import type { OpenDocument } from './documents.ts';
import { sibling, uriIn } from './uri.ts';

export interface EditTarget {
  readonly document: OpenDocument;
  /** URI of the folder that paths of new files are relative to. */
  readonly root: string | undefined;
  /** Whether the person must be asked before a file is made. */
  readonly asks: boolean;
}

/** The annotation of files that are made where no folder is open. */
const outside = 'agent-handoff.outside';

/**
 * An edit as the client applies it: each new file is created and filled before the handoff changes, so whatever step
 * fails, no text is lost; the rename comes last. The handoff's part names the version it was made for. Undefined where
 * the client cannot do all of it: half of an edit is never sent.
 */
export function workspaceEditOf(edit: Edit, target: EditTarget, abilities: EditAbilities): WorkspaceEdit | undefined {
  const { document, root } = target;
  const edits = edit.replace.map(({ text, ...span }) => ({ range: document.positions.rangeOf(span), newText: text }));
  if (edit.create.length === 0 && edit.rename === undefined && !abilities.versioned) {
    return { changes: { [document.uri]: edits } };
  }
  if (edit.create.length > 0 && (!abilities.creates || root === undefined)) return undefined;
  if (edit.rename !== undefined && !abilities.renames) return undefined;
  const created = edit.create.flatMap(({ path, text }): (CreateFile | TextDocumentEdit)[] => {
    const uri = uriIn(root ?? '', path);
    const start = { line: 0, character: 0 };
    return [
      CreateFile.create(uri, { overwrite: false }, target.asks ? outside : undefined),
      { textDocument: { uri, version: null }, edits: [{ range: { start, end: start }, newText: text }] },
    ];
  });
  const changed: TextDocumentEdit = { textDocument: { uri: document.uri, version: document.version }, edits };
  return {
    documentChanges: [
      ...created,
      ...(edits.length > 0 ? [changed] : []),
      ...(edit.rename === undefined ? [] : [rename(document.uri, edit.rename.name)]),
    ],
    ...(target.asks && created.length > 0 && { changeAnnotations: { [outside]: question } }),
  };
}

const question: ChangeAnnotation = {
  label: 'Create a file outside of the open folders',
  description: 'The handoff is in none of the folders that are open, and the new file goes beside it.',
  needsConfirmation: true,
};

function rename(uri: string, name: string): RenameFile {
  return RenameFile.create(uri, sibling(uri, name), { overwrite: false });
}
