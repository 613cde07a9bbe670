import { type MarkupContent, MarkupKind } from 'vscode-languageserver/node';

/** Markdown for clients that show it; the words alone for those that do not. */
export function markup(markdown: string, showsMarkdown: boolean): MarkupContent {
  return showsMarkdown
    ? { kind: MarkupKind.Markdown, value: markdown }
    : { kind: MarkupKind.PlainText, value: wordsOf(markdown) };
}

/** Without emphasis, code marks and the backslashes before punctuation. */
function wordsOf(markdown: string): string {
  return markdown.replace(/\\([!-/:-@[-`{-~])|\*\*|`+ ?| ?`+/g, '$1');
}
