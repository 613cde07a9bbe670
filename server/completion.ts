import {
  type CompletionItem,
  CompletionItemKind,
  type CompletionList,
  type CompletionParams,
  InsertTextFormat,
  InsertTextMode,
} from 'vscode-languageserver/node';
import type { CompletionKind } from '../core/complete/candidate.ts';
import { complete, completionNeeds, type CompletionItem as Proposal } from '../core/complete/complete.ts';
import type { Abilities } from './abilities.ts';
import type { Context } from './context.ts';
import type { OpenDocument } from './documents.ts';
import { answering, stale } from './handle.ts';
import { markup } from './markup.ts';

const kinds: Readonly<Record<CompletionKind, CompletionItemKind>> = {
  member: CompletionItemKind.Property,
  value: CompletionItemKind.EnumMember,
  path: CompletionItemKind.File,
  branch: CompletionItemKind.Reference,
  commit: CompletionItemKind.Reference,
  time: CompletionItemKind.Value,
  document: CompletionItemKind.Struct,
};

/** Where a name, a value or the next part of a path begins. */
export const completionTriggers: readonly string[] = ['"', ':', '/'];

export function registerCompletion(context: Context): void {
  const { connection, documents, evidence, abilities } = context;
  connection.onCompletion(
    answering<CompletionParams, CompletionList>(connection, 'Completion', async ({ textDocument, position }) => {
      const document = context.handoff(textDocument.uri);
      if (document === undefined) return null;
      const offset = document.positions.offsetAt(position);
      const optionsNow = () => ({
        snippets: abilities().completion.snippets,
        formats: document.handoff.options.formats,
      });
      const { facts } = await evidence.settle(document, (known) =>
        completionNeeds(document.handoff, offset, known.facts, optionsNow()),
      );
      if (!documents.isCurrent(document)) return stale();
      const { items, incomplete } = complete(document.handoff, offset, facts, optionsNow());
      return { isIncomplete: incomplete, items: items.map((item) => itemOf(document, item, abilities())) };
    }),
  );
}

function itemOf({ positions }: OpenDocument, item: Proposal, { completion }: Abilities): CompletionItem {
  const replace = positions.rangeOf(item.replace);
  const additional = item.additional.map(({ text, ...span }) => ({ range: positions.rangeOf(span), newText: text }));
  return {
    label: item.label,
    kind: kinds[item.kind],
    ...(item.detail !== undefined && { detail: item.detail }),
    ...(item.documentation !== undefined && { documentation: markup(item.documentation, completion.markdown) }),
    textEdit: completion.insertReplace
      ? { newText: item.text, insert: positions.rangeOf(item.insert), replace }
      : { newText: item.text, range: replace },
    insertTextFormat: item.snippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    ...(completion.adjustsIndent && { insertTextMode: InsertTextMode.adjustIndentation }),
    ...(additional.length > 0 && { additionalTextEdits: additional }),
    filterText: item.filterText,
    sortText: item.sortText,
    ...(item.preselect === true && { preselect: true }),
  };
}
