import type { HandoffDocument } from '../document.ts';
import { branchWords, commitWords, isCommitId, pathWords } from '../evidence/evidence-words.ts';
import type { Facts, Needs } from '../evidence/facts.ts';
import { allowedValues, description, fieldMarkdown, grouped, heading, meaningOf } from '../format/field-words.ts';
import type { Field } from '../format/format.ts';
import type { Node, Path } from '../json/node.ts';
import { pathEntry } from '../paths/listed-path.ts';
import type { PathRole } from '../paths/portable-path.ts';
import { instantOf, inUtc, relative } from '../text/time.ts';
import { readTimestamp } from '../text/timestamp.ts';
import { codePoints } from '../text/words.ts';
import { targetOf } from './links.ts';
import { code, cut, escaped, escapedLines, paragraphs } from './markdown.ts';

/** A value under the cursor, with what the schema says about it and about what it stands in. */
export interface HoveredValue {
  readonly node: Exclude<Node, { kind: 'object' | 'array' }>;
  readonly path: Path;
  readonly field: Field;
  /** What the schema says about the object or list around it. */
  readonly parent: Field | undefined;
}

/** Code points of a text that are shown again, readable. */
const EXCERPT = 600;
/** Texts up to this length, in UTF-16 units, are read where they stand. */
const SHORT = 60;

/** What a value's hover wants to know. */
export function valueNeeds(hovered: HoveredValue): Needs {
  const { node, field, parent } = hovered;
  if (node.kind !== 'string' || node.damaged) return {};
  if (field.meaning.commit) return isCommitId(node.value) ? { git: ['head'], commits: [node.value] } : {};
  if (field.meaning.branch) return { git: ['head', 'branches'] };
  const role = pathRole(hovered);
  const target = role && targetOf(pathIn(hovered, node.value), role);
  if (target === undefined) return {};
  const list = parent?.meaning.paths;
  const git = list === 'changed' || list === 'uncommitted' ? [list] : [];
  return { files: [target], git };
}

/** What was found behind a value, else what its member is for. */
export function valueMarkdown(hovered: HoveredValue, document: HandoffDocument, facts: Facts): string {
  const { field, parent, path } = hovered;
  const titled = typeof path.at(-1) === 'number' && field.schema.title === undefined ? (parent ?? field) : field;
  const found = paragraphs(...words(hovered, document, facts));
  if (found !== '') return paragraphs(heading(titled), found);
  return titled === field ? fieldMarkdown(field) : paragraphs(heading(titled), description(titled));
}

function words(hovered: HoveredValue, document: HandoffDocument, facts: Facts): readonly string[] {
  const { node, field, parent } = hovered;
  if (field.schema.enum !== undefined) return enumWords(hovered);
  if (node.kind !== 'string' || node.damaged) return [];
  if (field.meaning.commit) return commitWords(node.value, facts);
  if (field.meaning.branch) return branchWords(node.value, facts);
  const role = pathRole(hovered);
  if (role !== undefined) return pathWords(pathIn(hovered, node.value), role, parent?.meaning.paths, facts);
  if (field.meaning.clock || field.schema.format === 'date-time') return timeWords(node.value, facts);
  if (field.schema.const !== undefined) return [];
  return textWords(hovered, document.text.slice(node.start + 1, node.end - 1));
}

/** The path that a value names, without what stands around it. */
function pathIn({ parent }: HoveredValue, text: string): string {
  return pathEntry(text, parent?.meaning.paths).value;
}

/** How a value names a path: as an entry of a list of paths, or as the file that holds a text; undefined for others. */
function pathRole({ path, parent }: HoveredValue): PathRole | undefined {
  const name = path.at(-1);
  if (typeof name === 'number') return parent?.meaning.paths === undefined ? undefined : 'prefix';
  if (name === undefined) return undefined;
  const sideFile = [...(parent?.members.values() ?? [])].some(({ meaning }) => meaning.prose?.sideFile === name);
  return sideFile ? 'file' : undefined;
}

function enumWords({ node, field }: HoveredValue): readonly string[] {
  const value = node.kind === 'broken' ? undefined : node.value;
  if (value === undefined || (node.kind === 'string' && node.damaged)) return [];
  const allowed = field.schema.enum?.includes(value) ?? false;
  if (!allowed) return [`Not one of the allowed values:\n\n${allowedValues(field)}`];
  const meaning = meaningOf(field, value);
  return meaning === undefined ? [] : [`${code(String(value))} – ${escaped(meaning)}`];
}

function timeWords(time: string, { now }: Facts): readonly string[] {
  const { wrong } = readTimestamp(time);
  const instant = instantOf(time);
  if (instant === undefined)
    return [`Not a time as RFC 3339 writes it, such as \`2026-01-31T12:00:00Z\`: it ${escaped(wrong ?? '')}.`];
  const current = instantOf(now);
  const seen = current === undefined ? '' : relative(instant, current);
  return [[seen.charAt(0).toUpperCase() + seen.slice(1), inUtc(instant)].filter((part) => part !== '').join(' · ')];
}

/** Length against its limit, and the text itself where it cannot be read in its place. */
function textWords({ node, field }: HoveredValue, raw: string): readonly string[] {
  if (node.kind !== 'string') return [];
  const text = node.value;
  const most = field.schema.maxLength;
  const length = most === undefined ? '' : `${grouped(codePoints(text))} of ${grouped(most)} characters`;
  const readable = raw === text && text.length <= SHORT;
  return [length, readable ? '' : escapedLines(cut(text, EXCERPT)), length === '' ? '' : description(field)];
}
