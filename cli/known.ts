import { formats } from '../core/generated/formats.ts';
import { rules } from '../core/generated/rules.ts';
import { nearest, shown } from '../core/text/words.ts';
import { pageOf } from '../host/docs.ts';
import type { OwnFormat } from '../host/schemas/own-formats.ts';
import { CallError } from './call-error.ts';
import { readShipped } from './shipped.ts';

/** The formats, one a line: id, title, places, and of those that the project brings the schema. */
export function formatsText(own: readonly OwnFormat[]): string {
  return table([
    ...formats.map(({ id, title, traits }) => [id, title, traits.files.join(' '), '']),
    ...own.map(({ format: { id, title }, files, schema }) => [id, title, files.join(' '), schema]),
  ]);
}

/** The schema of a format, as JSON; of one that the project brings, as it is written. */
export function schemaText(id: string, own: readonly OwnFormat[]): string {
  const text = own.find(({ format }) => format.id === id)?.text;
  if (text !== undefined) return text;
  const format = formats.find((one) => one.id === id);
  if (format === undefined) throw unknown('format', id, [...formats, ...own.map(({ format }) => format)]);
  return `${JSON.stringify(format.schema, null, 2)}\n`;
}

/** The rules, one a line: id, severity, what it finds. */
export function rulesText(): string {
  return table(rules.map(({ id, severity, summary }) => [id, severity, summary]));
}

/** The page of a rule, as Markdown. */
export async function ruleText(id: string): Promise<string> {
  if (!rules.some((rule) => rule.id === id)) throw unknown('rule', id, rules);
  const page = readShipped(pageOf(id));
  return page.replace(/^<!--.*?-->\n/s, '');
}

function unknown(kind: string, id: string, known: readonly { readonly id: string }[]): CallError {
  const near = nearest(
    id,
    known.map((one) => one.id),
  );
  const hint = near === undefined ? `agent-handoff ${kind}s lists them` : `did you mean ${near}?`;
  return new CallError(`There is no ${kind} ${shown(id)}: ${hint}${near === undefined ? '.' : ''}`);
}

function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const line = (row: readonly string[]) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  ');
  return rows.map((row) => `${line(row).trimEnd()}\n`).join('');
}
