import type { OpenDocument } from './documents.ts';
import { schemeOf } from './uri.ts';

/** The id of the language that our clients give to handoffs. */
const handoffLanguage = 'agent-handoff';

/** Schemes of what people edit. Others show it again: earlier versions, reviews, outputs, settings. */
const editable = new Set(['file', 'untitled', 'vscode-vfs']);

/** Whether a document may be a handoff at all. Of other schemes than the usual, only those of open folders are edited. */
export function isEditable({ uri }: OpenDocument, folders: readonly string[]): boolean {
  const scheme = schemeOf(uri);
  return editable.has(scheme) || folders.some((folder) => schemeOf(folder) === scheme);
}

/**
 * Whether an editable document is a handoff: by its language, or by where it stands, for clients that give it another.
 * `listed` says whether the configuration lists it.
 */
export function isHandoff({ languageId, placed }: OpenDocument, listed: boolean): boolean {
  return languageId === handoffLanguage || placed || listed;
}
