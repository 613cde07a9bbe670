import { NotificationType, RequestType } from 'vscode-languageserver/node';
import type { Context } from './context.ts';
import type { Diagnostics } from './diagnostics.ts';
import {
  type ChosenFormat,
  chooseFormatNotification,
  formatsRequest,
  type KnownFormats,
  listedRequest,
} from './protocol.ts';

/** Which format a document is taken for: what a person chose, and what there is to choose from. */
export function registerChoice({ connection, host, documents, evidence }: Context, diagnostics: Diagnostics): void {
  connection.onNotification(new NotificationType<ChosenFormat>(chooseFormatNotification), ({ uri, format }) => {
    if (typeof uri !== 'string' || documents.chosen(uri) === format) return;
    documents.choose(uri, typeof format === 'string' ? format : undefined);
    const document = documents.get(uri);
    if (document === undefined) return;
    evidence.forget(document);
    diagnostics.recheck();
  });
  connection.onRequest(
    new RequestType<{ readonly uri: string }, KnownFormats, void>(formatsRequest),
    async ({ uri }) => {
      const { project } = await host.configurationFor(uri);
      const own = project?.formats ?? [];
      const found = documents.get(uri)?.handoff.recognition.format?.id;
      const chosen = documents.chosen(uri);
      return {
        formats: [
          ...own.map(({ format: { id, title }, schema }) => ({ id, title, schema })),
          ...host.formats.map(({ id, title }) => ({ id, title })),
        ],
        ...(found !== undefined && { found }),
        ...(chosen !== undefined && { chosen }),
      };
    },
  );
  connection.onRequest(
    new RequestType<{ readonly uri: string }, boolean, void>(listedRequest),
    async ({ uri }) => (await host.configurationFor(uri)).listed,
  );
}
