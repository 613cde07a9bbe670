import { visible } from '../text/words.ts';

/*
 * Text of a document, of git or of a schema inside Markdown. It is data: whatever it holds, it is shown as it is written,
 * and makes no link, image, HTML, icon, table or heading.
 */

/**
 * Any text on one line. Escapes whatever Markdown, as editors read it, could take for more than text: also the colon of an
 * address, which would become a link by itself, and the brackets of `$(icon)`.
 */
export function escaped(text: string): string {
  const lead = /^ */.exec(text)?.[0].length ?? 0;
  return (
    '&nbsp;'.repeat(lead) +
    visible(text.slice(lead).toWellFormed())
      .replace(/[\\`*_[\]<>|~&$@]/g, '\\$&')
      .replace(/(?<=[\]$])\(/g, '\\(')
      .replace(/(?<=[a-z]):(?=\S)/gi, '\\:')
      .replace(/(?<=www)\./gi, '\\.')
      .replace(/^[#+=-]/, '\\$&')
      .replace(/^\d+(?=[.)])/, '$&\\')
  );
}

/** Any text with its line breaks kept. Tabs are shown as blanks. */
export function escapedLines(text: string): string {
  return text
    .split(/\r\n|\n|\r/)
    .map((line) => escaped(line.replace(/^[ \t]+/, (lead) => lead.replaceAll('\t', '    ')).replaceAll('\t', ' ')))
    .join('  \n');
}

/** A name or value as code where it is plain, else as escaped text in quotes: no fence has to hold against the text. */
export function code(text: string): string {
  return /^[\w./:+-]+(?: [\w./:+-]+)*$/.test(text) ? `\`${text}\`` : `“${escaped(text)}”`;
}

/** Paragraphs of Markdown; empty ones are left out. */
export function paragraphs(...parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n');
}

/** At most `limit` code points of a text, with a mark where something was cut. Never ends inside a surrogate pair. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) return text;
  let end = 0;
  for (let n = 0; n < limit && end < text.length; n++) end += (text.codePointAt(end) ?? 0) > 0xffff ? 2 : 1;
  return end < text.length ? `${text.slice(0, end)}…` : text;
}
