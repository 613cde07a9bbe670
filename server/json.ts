import type { LanguageService } from 'vscode-json-languageservice';
import {
  type DocumentSymbol,
  type FoldingRange,
  type FormattingOptions,
  type Range,
  type SelectionRange,
  type SymbolInformation,
  SymbolKind,
  type TextEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Context } from './context.ts';
import type { OpenDocument } from './documents.ts';
import { answering } from './handle.ts';

/**
 * What every JSON file has in an editor: outline, folding, selection, formatting. A document past the limit of nesting
 * has none of it: the service behind it recurses, and formats wrongly past a hundred levels.
 */
export function registerJson(context: Context): void {
  const { connection, abilities } = context;
  connection.onDocumentSymbol(
    answering(
      connection,
      'The outline',
      async ({ textDocument }): Promise<DocumentSymbol[] | SymbolInformation[] | null> => {
        const read = await readJson(context, textDocument.uri);
        if (read === undefined) return null;
        const { service, text, document } = read;
        const json = service.parseJSONDocument(text);
        return abilities().outlineTree
          ? service
              .findDocumentSymbols2(text, json, { resultLimit: MOST_SYMBOLS })
              .map((symbol) => symbolFor(document, symbol))
          : service.findDocumentSymbols(text, json, { resultLimit: MOST_SYMBOLS }).map((symbol) => ({
              ...symbol,
              location: { uri: document.uri, range: document.positions.fromUtf16(symbol.location.range) },
            }));
      },
    ),
  );
  connection.onFoldingRanges(
    answering(connection, 'Folding', async ({ textDocument }): Promise<FoldingRange[] | null> => {
      const read = await readJson(context, textDocument.uri);
      const rangeLimit = abilities().folding.limit ?? MOST_SYMBOLS;
      if (read === undefined) return null;
      // Whole lines are folded, so no column has to be converted.
      const folds = read.service.getFoldingRanges(read.text, { rangeLimit });
      return folds.map(({ startLine, endLine }) => ({ startLine, endLine }));
    }),
  );
  connection.onSelectionRanges(
    answering(connection, 'Selection', async ({ textDocument, positions }): Promise<SelectionRange[] | null> => {
      const read = await readJson(context, textDocument.uri);
      if (read === undefined) return null;
      const { service, text, document } = read;
      const carets = positions.map((position) => document.positions.toUtf16(position));
      const ranges = service.getSelectionRanges(text, carets, service.parseJSONDocument(text));
      return ranges.map((range) => selectionFor(document, range));
    }),
  );
  connection.onDocumentFormatting(
    answering(connection, 'Formatting', ({ textDocument, options }) =>
      format(context, textDocument.uri, undefined, options),
    ),
  );
  connection.onDocumentRangeFormatting(
    answering(connection, 'Formatting', ({ textDocument, range, options }) =>
      format(context, textDocument.uri, range, options),
    ),
  );
}

/** Entries that an outline or a list of folds has at most. */
const MOST_SYMBOLS = 5000;

interface Read {
  readonly service: LanguageService;
  readonly document: OpenDocument;
  readonly text: TextDocument;
}

let service: Promise<LanguageService> | undefined;

async function readJson(context: Context, uri: string): Promise<Read | undefined> {
  const document = context.handoff(uri);
  if (document === undefined || document.handoff.tooDeep !== undefined) return undefined;
  service ??= import('vscode-json-languageservice').then(({ getLanguageService }) => getLanguageService({}));
  return {
    service: await service,
    document,
    text: TextDocument.create(document.uri, 'json', document.version, document.text),
  };
}

/**
 * Only ever moves blanks between tokens. Where the text is so broken that nobody can tell blanks from content, such as
 * behind a quote that is missing, nothing is formatted; comments and commas too many are no obstacle.
 */
async function format(
  context: Context,
  uri: string,
  range: Range | undefined,
  options: FormattingOptions,
): Promise<TextEdit[] | null> {
  const read = await readJson(context, uri);
  if (read === undefined) return null;
  const { service, text, document } = read;
  const { problems } = document.handoff;
  if (!problems.every(({ span }) => /^(?:,|\/[/*])/.test(document.text.slice(span.start, span.start + 2)))) {
    context.connection.console.info(`${uri} is not formatted: its JSON has mistakes that must be repaired first`);
    return null;
  }
  const { toUtf16, fromUtf16 } = document.positions;
  const within = range && { start: toUtf16(range.start), end: toUtf16(range.end) };
  // A final line end stays, also where the client does not ask for one.
  const insertFinalNewline = options.insertFinalNewline || /[\r\n][ \t\r\n]*$/.test(document.text);
  const edits = service.format(text, within, { ...options, insertFinalNewline });
  if (!edits.every((edit) => isBlank(text.getText(edit.range)) && isBlank(edit.newText))) return null;
  return edits.map(({ range, newText }) => ({ range: fromUtf16(range), newText }));
}

function isBlank(text: string): boolean {
  return /^[ \t\r\n]*$/.test(text);
}

function symbolFor(document: OpenDocument, symbol: DocumentSymbol): DocumentSymbol {
  const { fromUtf16 } = document.positions;
  const isList = symbol.kind === SymbolKind.Array;
  return {
    ...symbol,
    range: fromUtf16(symbol.range),
    selectionRange: fromUtf16(symbol.selectionRange),
    ...(symbol.children && {
      children: symbol.children.map((child) => symbolFor(document, isList ? labelled(document, child) : child)),
    }),
  };
}

/** Characters of an entry that an outline shows beside its number. */
const LABEL = 80;

/** An entry of a list, which has only a number for its name, with what it says: its first text, or itself. */
function labelled({ text, positions }: OpenDocument, entry: DocumentSymbol): DocumentSymbol {
  // To the service behind this an object is a module.
  if (entry.kind === SymbolKind.Module || entry.kind === SymbolKind.Array) {
    const detail = entry.children?.find(({ kind, detail }) => kind === SymbolKind.String && detail)?.detail;
    return detail === undefined ? entry : { ...entry, detail: detail.slice(0, LABEL) };
  }
  const { start, end } = positions.spanOf(positions.fromUtf16(entry.range));
  return { ...entry, detail: text.slice(start, Math.min(end, start + LABEL)) };
}

function selectionFor(document: OpenDocument, { range, parent }: SelectionRange): SelectionRange {
  return {
    range: document.positions.fromUtf16(range),
    ...(parent && { parent: selectionFor(document, parent) }),
  };
}
