import { type CodeAction, CodeActionKind, type CodeActionParams, type WorkspaceEdit } from 'vscode-languageserver/node';
import { type Span, touches } from '../core/text/span.ts';
import { readActionData } from './action-data.ts';
import type { Context } from './context.ts';
import type { OpenDocument } from './documents.ts';
import { fixAllAction, fixAllEdit, fixAllKind } from './fix-all.ts';
import { answering, answeringOrFailing, stale } from './handle.ts';
import { findOffer, isWanted, type Offer, offerNeeds, offersAt, spanOfKey } from './offers.ts';
import { isInside } from './uri.ts';
import { type EditTarget, workspaceEditOf } from './workspace-edit.ts';

/**
 * Actions are listed without their edits; an edit is computed when its action is chosen, from the text of that moment,
 * and refused where that is another version than the one the action was listed for.
 */
export function registerCodeActions(context: Context): void {
  const { connection, documents, evidence, abilities, handoff } = context;
  connection.onCodeAction(
    answering(connection, 'Listing code actions', async (params: CodeActionParams) => {
      const document = handoff(params.textDocument.uri);
      if (document === undefined || !abilities().actions.literals) return null;
      const span = document.positions.spanOf(params.range);
      // A client that is told when evidence has changed its findings asks again then; another one has to wait for it.
      const settled = abilities().refreshesDiagnostics ? evidence.glance : evidence.settle;
      await settled(document, (known) => offerNeeds(document, span, known));
      if (!documents.isCurrent(document)) return stale();
      const { only } = params.context;
      const offers = merged(offersAt(context, document, span, only));
      const actions = offers.flatMap((offer) => actionOf(context, document, offer, params) ?? []);
      const chooses = isWanted(CodeActionKind.QuickFix, only)
        ? (chooseAction(context, document, span, params) ?? [])
        : [];
      // Only for those who ask for it: it is about the document, not about the place.
      const all =
        only !== undefined && isWanted(fixAllKind, only) ? await everythingSafe(context, document) : undefined;
      return [...actions, ...[chooses].flat(), ...(all === undefined ? [] : [all])];
    }),
  );
  connection.onCodeActionResolve(
    answeringOrFailing(connection, 'The code action', async (action: CodeAction) => {
      const data = readActionData(action.data);
      const document = data && handoff(data.uri);
      if (data === undefined || document?.version !== data.version) return stale();
      const span = spanOfKey(data);
      // Files may have come or gone beside the document since it was listed.
      if (data.from === 'document' || findOffer(context, document, data)?.creates === true) evidence.forget(document);
      await evidence.settle(document, (known) => (span === undefined ? {} : offerNeeds(document, span, known)));
      const edit =
        data.from === 'document'
          ? await safeEdit(context, document)
          : editOf(context, document, findOffer(context, document, data));
      return edit === undefined || !documents.isCurrent(document) ? stale() : { ...action, edit };
    }),
  );
}

/** Where nobody can tell which format a document is, a person can; only our own client can ask. */
function chooseAction(
  { abilities, evidence }: Context,
  document: OpenDocument,
  span: Span,
  { context: { diagnostics } }: CodeActionParams,
): CodeAction | undefined {
  const { recognition } = document.handoff;
  const isSaid = evidence.reports(document).some((report) => touches(report.span, span));
  if (!abilities().hasCommands || recognition.format !== undefined || !isSaid) return undefined;
  const title = 'Choose the format…';
  const command = { title, command: 'agentHandoff.chooseFormat', arguments: [document.uri] };
  return { title, kind: CodeActionKind.QuickFix, ...(diagnostics.length > 0 && { diagnostics }), command };
}

/** Findings share repairs, such as adding all members that are missing: each is listed once, for all of them. */
function merged(offers: readonly Offer[]): readonly Offer[] {
  const listed: Offer[] = [];
  for (const offer of offers) {
    const twin = listed.findIndex((other) => other.kind === offer.kind && isSame(other, offer));
    const other = listed[twin];
    if (other === undefined) listed.push(offer);
    else listed[twin] = { ...other, reports: [...other.reports, ...offer.reports] };
  }
  return listed;
}

function isSame(a: Offer, b: Offer): boolean {
  if (a.data.title !== b.data.title || a.disabled !== b.disabled) return false;
  return a.disabled !== undefined || JSON.stringify(a.edit()) === JSON.stringify(b.edit());
}

/** Undefined where the client cannot do it, or cannot show why it cannot be done. */
function actionOf(
  context: Context,
  document: OpenDocument,
  offer: Offer,
  { context: { diagnostics } }: CodeActionParams,
): CodeAction | undefined {
  const { actions, edits } = context.abilities();
  if (offer.creates && !edits.creates) return undefined;
  const disabled = offer.disabled ?? (offer.creates ? reasonAgainstCreating(context, document) : undefined);
  if (disabled !== undefined && !actions.disabled) return undefined;
  const sent = diagnostics.filter(({ code, message, range }) => {
    const { start, end } = document.positions.spanOf(range);
    return offer.reports.some(
      ({ rule, span, ...report }) =>
        rule === code && report.message === message && span.start === start && span.end === end,
    );
  });
  const action: CodeAction = {
    title: offer.data.title,
    kind: offer.kind,
    ...(sent.length > 0 && { diagnostics: sent }),
    ...(actions.preferred && offer.preferred && { isPreferred: true }),
  };
  if (disabled !== undefined) return { ...action, disabled: { reason: disabled } };
  if (actions.resolvesEdit && edits.renames) return { ...action, data: offer.data };
  const edit = editOf(context, document, offer);
  if (edit === undefined) return undefined;
  return actions.resolvesEdit ? { ...action, data: offer.data } : { ...action, edit };
}

function editOf(context: Context, document: OpenDocument, offer: Offer | undefined): WorkspaceEdit | undefined {
  if (offer === undefined || offer.disabled !== undefined) return undefined;
  if (offer.creates && reasonAgainstCreating(context, document) !== undefined) return undefined;
  return workspaceEditOf(offer.edit(), targetOf(context, document), context.abilities().edits);
}

async function everythingSafe(context: Context, document: OpenDocument): Promise<CodeAction | undefined> {
  const action = fixAllAction(context, document, createsUnasked(context, document));
  if (action === undefined || context.abilities().actions.resolvesEdit) return action;
  const { data: _, ...rest } = action;
  const edit = await safeEdit(context, document);
  return edit && { ...rest, edit };
}

async function safeEdit(context: Context, document: OpenDocument): Promise<WorkspaceEdit | undefined> {
  const { edits } = context.abilities();
  const edit = await fixAllEdit(context, document, createsUnasked(context, document));
  return edit && workspaceEditOf(edit, targetOf(context, document), edits);
}

/** Whether files may be made while nobody watches. */
function createsUnasked(context: Context, document: OpenDocument): boolean {
  return context.abilities().edits.creates && isInOpenFolder(context, document);
}

function targetOf(context: Context, document: OpenDocument): EditTarget {
  const { location } = context.evidence.now(document);
  return { document, root: location?.root, asks: !isInOpenFolder(context, document) };
}

/** Files are made in folders that the person has opened; elsewhere only where the client can ask first. */
function reasonAgainstCreating(context: Context, document: OpenDocument): string | undefined {
  if (isInOpenFolder(context, document) || context.abilities().edits.annotations) return undefined;
  return 'the handoff is in none of the open folders: open its folder first';
}

function isInOpenFolder({ folders }: Context, { uri }: OpenDocument): boolean {
  return folders().some((folder) => isInside(folder, uri));
}

/** The kinds that are offered. */
export const codeActionKinds: readonly string[] = [
  CodeActionKind.QuickFix,
  CodeActionKind.RefactorExtract,
  CodeActionKind.RefactorInline,
  fixAllKind,
];
