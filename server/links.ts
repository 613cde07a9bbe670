import type { DocumentLink, DocumentLinkParams } from 'vscode-languageserver/node';
import { spanOfValue } from '../core/document.ts';
import { claimsOf, commitOf } from '../core/evidence/claims.ts';
import type { Facts } from '../core/evidence/facts.ts';
import { createHandoff } from '../core/handoff.ts';
import { links } from '../core/show/links.ts';
import type { Context } from './context.ts';
import type { OpenDocument } from './documents.ts';
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
      const paths = links(document.handoff, facts).map(({ span, path, line }) => ({
        range: document.positions.rangeOf(span),
        target: uriIn(root, path) + (line === undefined ? '' : `#L${line}`),
      }));
      return [...paths, ...(context.abilities().hasCommands ? commitLinks(document, facts) : [])];
    }),
  );
}

/** From a commit's id, inside its quotes, to what the commit changed: a command of our client. */
function commitLinks({ handoff: document, positions, uri }: OpenDocument, facts: Facts): DocumentLink[] {
  const handoff = createHandoff(document, facts);
  if (handoff === undefined) return [];
  return claimsOf(handoff).commits.flatMap((claim) => {
    const commit = commitOf(claim, facts);
    if (commit === undefined) return [];
    const { start, end } = spanOfValue(document, claim.path);
    const argument = encodeURIComponent(JSON.stringify([uri, commit.id]));
    return [
      {
        range: positions.rangeOf({ start: start + 1, end: end - 1 }),
        target: `command:agentHandoff.showCommit?${argument}`,
        tooltip: 'Show what the commit changed',
      },
    ];
  });
}
