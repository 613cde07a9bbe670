import { CodeActionKind } from 'vscode-languageserver/node';
import type { Edit } from '../core/edit.ts';
import type { Fix, Report } from '../core/finding.ts';
import { type Span, touches } from '../core/span.ts';
import type { ActionData } from './action-data.ts';
import type { Context } from './context.ts';
import type { OpenDocument } from './documents.ts';

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
  const isWanted = (kind: string) => only === undefined || only.some((wanted) => contains(wanted, kind));
  return isWanted(CodeActionKind.QuickFix) ? quickFixes(context, document, (report) => touches(report.span, span)) : [];
}

/** The offer that an action was listed for, as it is now; undefined where there is none any more. */
export function findOffer(context: Context, document: OpenDocument, data: ActionData): Offer | undefined {
  const offers =
    data.from === 'finding' ? quickFixes(context, document, (report) => keyOfReport(report) === data.key) : [];
  return offers.find((offer) => offer.data.title === data.title);
}

function quickFixes(
  { evidence }: Context,
  document: OpenDocument,
  isMeant: (report: Report) => boolean,
): readonly Offer[] {
  return evidence
    .reports(document)
    .filter(isMeant)
    .flatMap((report) =>
      (report.fixes?.() ?? []).map((fix) =>
        offerOf(document, CodeActionKind.QuickFix, fix, [report], 'finding', keyOfReport(report)),
      ),
    );
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

/** Whether a kind is the wanted one or a part of it: kinds are lists separated by dots. */
function contains(wanted: string, kind: string): boolean {
  return wanted === '' || kind === wanted || kind.startsWith(`${wanted}.`);
}
