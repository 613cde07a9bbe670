import { CodeActionKind } from 'vscode-languageserver/node';
import type { Edit } from '../core/edit.ts';
import type { Needs } from '../core/evidence/facts.ts';
import type { Fix, Report } from '../core/finding.ts';
import { createHandoff } from '../core/handoff.ts';
import { refactoringNeeds, refactorings } from '../core/refactor.ts';
import { type Span, touches } from '../core/text/span.ts';
import type { ActionData } from './action-data.ts';
import type { Context } from './context.ts';
import type { OpenDocument } from './documents.ts';
import type { Known } from './evidence.ts';

/** One thing that can be done to a document. */
export interface Offer {
  readonly kind: string;
  readonly data: ActionData;
  /** The findings that it repairs. */
  readonly reports: readonly Report[];
  readonly preferred: boolean;
  readonly creates: boolean;
  readonly disabled: string | undefined;
  edit(): Edit;
}

/** All that can be done at a span, of the kinds that are wanted: undefined asks for what belongs to the place alone. */
export function offersAt(
  context: Context,
  document: OpenDocument,
  span: Span,
  only: readonly string[] | undefined,
): readonly Offer[] {
  const wants = (...kinds: readonly string[]) => kinds.some((kind) => isWanted(kind, only));
  const offers = [
    ...(wants(CodeActionKind.QuickFix) ? quickFixes(context, document, (report) => touches(report.span, span)) : []),
    ...(wants(CodeActionKind.RefactorExtract, CodeActionKind.RefactorInline) ? changesAt(context, document, span) : []),
  ];
  return offers.filter(({ kind }) => isWanted(kind, only));
}

/** Whether a kind is one of those that are wanted, or a part of one: kinds are lists separated by dots. */
export function isWanted(kind: string, only: readonly string[] | undefined): boolean {
  return only === undefined || only.some((wanted) => wanted === '' || `${kind}.`.startsWith(`${wanted}.`));
}

/** What `offersAt` wants to know beyond what the rules do. */
export function offerNeeds(document: OpenDocument, span: Span, { facts }: Known): Needs {
  const handoff = createHandoff(document.handoff, facts);
  return handoff === undefined ? {} : refactoringNeeds(handoff, span);
}

/** The offer that an action was listed for, as it is now; undefined where there is none any more. */
export function findOffer(context: Context, document: OpenDocument, data: ActionData): Offer | undefined {
  const span = spanOfKey(data);
  const offers =
    span === undefined
      ? quickFixes(context, document, (report) => keyOfReport(report) === data.key)
      : changesAt(context, document, span);
  return offers.find((offer) => offer.data.from === data.from && offer.data.title === data.title);
}

/** The span that a change was offered for; undefined for other actions. */
export function spanOfKey({ from, key }: ActionData): Span | undefined {
  const [, start, end] = (from === 'place' && /^(\d+)-(\d+)$/.exec(key)) || [];
  return start === undefined || end === undefined ? undefined : { start: Number(start), end: Number(end) };
}

/** Of so many findings in one selection repairs are listed: nobody reads a longer list. */
const MOST_FINDINGS = 50;

function quickFixes(
  { evidence }: Context,
  document: OpenDocument,
  isMeant: (report: Report) => boolean,
): readonly Offer[] {
  return evidence
    .reports(document)
    .filter(isMeant)
    .slice(0, MOST_FINDINGS)
    .flatMap((report) =>
      (report.fixes?.() ?? []).map((fix) =>
        offerOf(document, CodeActionKind.QuickFix, fix, [report], 'finding', keyOfReport(report)),
      ),
    );
}

/** Changes that repair nothing: a text into a file, and back. */
function changesAt({ evidence }: Context, document: OpenDocument, span: Span): readonly Offer[] {
  const handoff = createHandoff(document.handoff, evidence.now(document).facts);
  if (handoff === undefined) return [];
  return refactorings(handoff, span).map((fix) => {
    const kind = fix.creates === true ? CodeActionKind.RefactorExtract : CodeActionKind.RefactorInline;
    return offerOf(document, kind, fix, [], 'place', `${span.start}-${span.end}`);
  });
}

function offerOf(
  { uri, version }: OpenDocument,
  kind: string,
  fix: Fix,
  reports: readonly Report[],
  from: ActionData['from'],
  key: string,
): Offer {
  return {
    kind,
    data: { uri, version, from, key, title: fix.title },
    reports,
    preferred: fix.preferred === true,
    creates: fix.creates === true,
    disabled: fix.disabled,
    edit: () => fix.edit(),
  };
}

function keyOfReport({ rule, span, path }: Report): string {
  return JSON.stringify([rule, span.start, span.end, ...path]);
}
