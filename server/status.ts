import { MessageType, type ShowMessageParams } from 'vscode-languageserver/node';
import type { Report, Severity } from '../core/finding.ts';
import type { Context } from './context.ts';
import type { OpenDocument } from './documents.ts';
import { inBackground } from './handle.ts';
import { type DocumentStatus, statusNotification } from './protocol.ts';

/** Tells our own client what is checked in a document and what is not, each time that this changes. */
export function createStatus(context: Context): { tell(document: OpenDocument): void } {
  const told = new Map<string, string>();
  const warned = new Set<string>();
  context.documents.onClose(({ key }) => told.delete(key));
  return {
    tell(document) {
      const { configured } = context.evidence.now(document);
      if (configured.problem !== undefined && !warned.has(configured.problem)) {
        warned.add(configured.problem);
        const message: ShowMessageParams = { type: MessageType.Warning, message: configured.problem };
        inBackground(context.connection, 'Warning', () =>
          context.connection.sendNotification('window/showMessage', message),
        );
      }
      if (!context.abilities().showsStatus || context.handoff(document.uri) === undefined) return;
      const status = statusOf(context, document);
      const json = JSON.stringify(status);
      if (told.get(document.key) === json) return;
      told.set(document.key, json);
      inBackground(context.connection, 'Telling the status', () =>
        context.connection.sendNotification(statusNotification, status),
      );
    },
  };
}

function statusOf({ evidence }: Context, document: OpenDocument): DocumentStatus {
  const { format, versionKnown } = document.handoff.recognition;
  const { status, configured } = evidence.now(document);
  return {
    uri: document.uri,
    ...(format !== undefined && { format: { id: format.id, title: format.title } }),
    versionKnown,
    findings: countOf(evidence.reports(document)),
    evidence: status,
    ...(configured.problem !== undefined && { configurationProblem: configured.problem }),
  };
}

function countOf(reports: readonly Report[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, information: 0, hint: 0 };
  for (const { severity } of reports) counts[severity]++;
  return counts;
}
