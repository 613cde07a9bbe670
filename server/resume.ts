import { RequestType } from 'vscode-languageserver/node';
import { claimsOf, commitOf } from '../core/evidence/claims.ts';
import type { Facts, Needs } from '../core/evidence/facts.ts';
import { refresh, refreshNeeds } from '../core/evidence/refresh.ts';
import { createHandoff, type Handoff } from '../core/handoff.ts';
import { pathLists } from '../core/paths/listed-path.ts';
import { sideFiles, taskOf } from '../core/paths/side-file.ts';
import { brief, briefNeeds } from '../core/show/brief.ts';
import { targetOf } from '../core/show/links.ts';
import type { Context } from './context.ts';
import type { OpenDocument } from './documents.ts';
import {
  type BriefResult,
  briefRequest,
  type HandoffParams,
  type RefreshResult,
  refreshRequest,
} from './evidence-protocol.ts';
import { uriIn } from './uri.ts';

const briefType = new RequestType<HandoffParams, BriefResult, void>(briefRequest);
const refreshType = new RequestType<HandoffParams, RefreshResult, void>(refreshRequest);

/** Answers the requests of `evidence-protocol.ts`. Both wait until git has answered: what they say is acted upon. */
export function registerResume(context: Context): void {
  const { connection, evidence } = context;
  connection.onRequest(briefType, async ({ uri }) => {
    const document = context.handoff(uri);
    const handoff = document && (await settled(context, document, briefNeeds));
    if (document === undefined || handoff === undefined) return refused;
    return briefResult(handoff, document, context, evidence.now(document).location?.root);
  });
  connection.onRequest(refreshType, async ({ uri }) => {
    const document = context.handoff(uri);
    const handoff = document && (await settled(context, document, refreshNeeds));
    if (document === undefined || handoff === undefined) return refused;
    return refreshResult(handoff, document);
  });
}

const refused = {
  kind: 'refused',
  message: 'This is no handoff of a known version, or it was changed meanwhile.',
} as const;

/** The handoff with all that is wanted known; undefined where there is none, or the text has changed meanwhile. */
async function settled(
  { evidence, documents }: Context,
  document: OpenDocument,
  needs: (handoff: Handoff) => Needs,
): Promise<Handoff | undefined> {
  const wanted = (facts: Facts) => {
    const handoff = createHandoff(document.handoff, facts);
    return handoff === undefined ? {} : needs(handoff);
  };
  const { facts } = await evidence.settle(document, (known) => wanted(known.facts));
  return documents.isCurrent(document) ? createHandoff(document.handoff, facts) : undefined;
}

function briefResult(
  handoff: Handoff,
  document: OpenDocument,
  { evidence }: Context,
  root: string | undefined,
): BriefResult {
  const { facts, format } = handoff;
  if (root === undefined) return { kind: 'refused', message: 'The handoff must be saved in a folder first.' };
  const reports = evidence.reports(document);
  const { base, head, branch } = claimsOf(handoff);
  const ids = { base: base && commitOf(base, facts)?.id, head: head && commitOf(head, facts)?.id };
  const isBranch = branch !== undefined && facts.git?.tips.get(branch.value)?.kind === 'branch';
  const uri = (path: string) => uriIn(root, path);
  const changed = pathLists(handoff, 'changed').flatMap(({ entries }) =>
    entries.flatMap(({ value }) => targetOf(value, 'file') ?? []).map(uri),
  );
  return {
    kind: 'brief',
    title: taskOf(handoff) ?? format.title,
    markdown: brief(handoff, reports),
    root,
    ...(isBranch && { branch: branch.value }),
    ...(ids.base !== undefined && { base: ids.base }),
    ...(ids.head !== undefined && { head: ids.head }),
    sideFiles: sideFiles(handoff).flatMap(({ reading }) => (reading === undefined ? [] : [uri(reading)])),
    changed,
    errors: reports.filter(({ severity }) => severity === 'error').map(({ message }) => message),
    ...(facts.unchecked !== undefined && { unchecked: facts.unchecked }),
  };
}

function refreshResult(handoff: Handoff, { uri, version, positions }: OpenDocument): RefreshResult {
  const result = refresh(handoff);
  if (result.kind === 'refused')
    return { kind: 'refused', message: `The handoff cannot be refreshed: ${result.reason}.` };
  if (result.kind === 'current') return result;
  const edits = result.edit.replace.map(({ text, ...span }) => ({ range: positions.rangeOf(span), newText: text }));
  return { kind: 'changes', changes: result.summary, edit: { textDocument: { uri, version }, edits } };
}
