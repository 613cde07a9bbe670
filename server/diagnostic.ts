import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
} from 'vscode-languageserver/node';
import type { Report, Severity } from '../core/finding.ts';
import { count } from '../core/text/words.ts';
import { docsOf } from '../host/docs.ts';
import type { Abilities } from './abilities.ts';
import type { OpenDocument } from './documents.ts';
import { diagnosticSource } from './protocol.ts';

/** More findings than this are counted, not shown: editors grow slow, and nobody reads them. */
const MOST = 1000;

/** Other places that one finding leads to: of a member that is given a thousand times, the first few are enough. */
const MOST_RELATED = 20;

const severities: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

/** A document's findings as the client can take them, in text order, at most a thousand and one line about the rest. */
export function diagnosticsOf(
  document: OpenDocument,
  reports: readonly Report[],
  abilities: Abilities,
): readonly Diagnostic[] {
  const shown = reports.slice(0, MOST).map((report) => diagnosticOf(document, report, abilities));
  const next = reports[MOST];
  if (next === undefined) return shown;
  const rest = count(reports.length - MOST, 'more finding');
  const verb = reports.length - MOST === 1 ? 'is' : 'are';
  return [
    ...shown,
    {
      range: document.positions.rangeOf(next.span),
      severity: DiagnosticSeverity.Information,
      source: diagnosticSource,
      message: `${rest} ${verb} not shown.`,
    },
  ];
}

function diagnosticOf(document: OpenDocument, report: Report, abilities: Abilities): Diagnostic {
  const { positions, uri } = document;
  const related = (report.related ?? []).slice(0, MOST_RELATED).map(
    ({ span, message }): DiagnosticRelatedInformation => ({
      location: { uri, range: positions.rangeOf(span) },
      message,
    }),
  );
  return {
    range: positions.rangeOf(report.span),
    severity: severities[report.severity],
    code: report.rule,
    ...(abilities.codeDescription && { codeDescription: { href: docsOf(report.rule) } }),
    source: diagnosticSource,
    message: report.message,
    ...(abilities.relatedInformation && related.length > 0 && { relatedInformation: related }),
    ...(abilities.diagnosticTags && report.unnecessary === true && { tags: [DiagnosticTag.Unnecessary] }),
  };
}
