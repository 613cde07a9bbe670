import type { Hover, HoverParams } from 'vscode-languageserver/node';
import { hover, hoverNeeds } from '../core/show/hover.ts';
import type { Context } from './context.ts';
import { answering, stale } from './handle.ts';
import { markup } from './markup.ts';

export function registerHover(context: Context): void {
  const { connection, documents, evidence, abilities } = context;
  connection.onHover(
    answering<HoverParams, Hover>(connection, 'Hover', async ({ textDocument, position }) => {
      const document = context.handoff(textDocument.uri);
      if (document === undefined) return null;
      const offset = document.positions.offsetAt(position);
      const { facts } = await evidence.settle(document, (known) => hoverNeeds(document.handoff, offset, known.facts));
      if (!documents.isCurrent(document)) return stale();
      const found = hover(document.handoff, offset, facts);
      if (found === undefined) return null;
      return {
        range: document.positions.rangeOf(found.span),
        contents: markup(found.markdown, abilities().markdownHover),
      };
    }),
  );
}
