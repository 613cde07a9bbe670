import type { DocumentLink, DocumentLinkParams } from 'vscode-languageserver/node';
import { links } from '../core/links.ts';
import type { Context } from './context.ts';
import { answering, stale } from './handle.ts';
import { uriIn } from './uri.ts';

/** Paths lead somewhere only where the folder is known that they are relative to. */
export function registerLinks(context: Context): void {
  const { connection, documents, evidence } = context;
  connection.onDocumentLinks(
    answering<DocumentLinkParams, DocumentLink[]>(connection, 'Links', async ({ textDocument }) => {
      const document = context.handoff(textDocument.uri);
      if (document === undefined) return null;
      const { location, facts } = await evidence.settle(document);
      if (!documents.isCurrent(document)) return stale();
      const root = location?.root;
      if (root === undefined) return null;
      return links(document.handoff, facts).map(({ span, path, line }) => ({
        range: document.positions.rangeOf(span),
        target: uriIn(root, path) + (line === undefined ? '' : `#L${line}`),
      }));
    }),
  );
}
