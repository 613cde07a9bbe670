import { type CodeAction, CodeActionKind } from 'vscode-languageserver/node';
import { judge } from '../core/check.ts';
import { type HandoffDocument, withText } from '../core/document.ts';
import type { Edit, NewFile } from '../core/edit.ts';
import { type Needs, unite, withFiles } from '../core/evidence/facts.ts';
import { FIX_ROUNDS, fixAll } from '../core/fix-all.ts';
import { awaitsVerdict } from '../core/format/verdict.ts';
import { needsOf } from '../core/needs.ts';
import type { ActionData } from './action-data.ts';
import type { Context } from './context.ts';
import type { OpenDocument } from './documents.ts';
import type { Known } from './evidence.ts';
import { smallestReplacement } from './positions.ts';

/** The kind that editors ask for on save. */
export const fixAllKind = `${CodeActionKind.SourceFixAll}.agent-handoff`;

const title = 'Apply all safe fixes';

/** The action without its edit; undefined where no finding has a fix that may run unattended. */
export function fixAllAction(
  { evidence }: Context,
  document: OpenDocument,
  creates: boolean,
): (CodeAction & { data: ActionData }) | undefined {
  const { uri, version } = document;
  const isOffered = evidence
    .reports(document)
    .some((report) => report.fixes?.().some((fix) => fix.safe && !fix.disabled && (creates || !fix.creates)));
  return isOffered ? { title, kind: fixAllKind, data: { uri, version, from: 'document', key: '', title } } : undefined;
}

/**
 * All safe fixes as one edit: new files, and one replacement from the first change to the last. Nobody watches, so nothing
 * is made that the person would have to be asked about (`creates`). Undefined where nothing can be fixed.
 */
export async function fixAllEdit(
  { evidence, host }: Context,
  document: OpenDocument,
  creates: boolean,
): Promise<Edit | undefined> {
  const create: NewFile[] = [];
  let at = document.handoff;
  for (let round = 0; round < FIX_ROUNDS; round++) {
    const { facts, configured } = await evidence.settle(document, (known) =>
      at === document.handoff ? {} : wantedBy(at, known),
    );
    // A repaired text is another one to the schema of a project.
    const verdict = awaitsVerdict(at, facts) ? await host.validate(at) : facts.verdict;
    const known = withFiles({ ...facts, ...(verdict && { verdict }) }, create);
    const fixed = fixAll(at, known, configured.configuration, { creates });
    if (fixed.applied === 0) break;
    create.push(...fixed.create);
    at = withText(at, fixed.text);
  }
  const replacement = smallestReplacement(document.text, at.text);
  return replacement && { create, replace: [replacement] };
}

/** What is wanted of a text that is not the document's yet. */
function wantedBy(at: HandoffDocument, { facts, configured: { configuration } }: Known): Needs {
  return unite([needsOf(at, facts, configuration), judge(at, facts, configuration).needs]);
}
