import { check } from '../check.ts';
import { defaultConfiguration } from '../configuration.ts';
import { changesOf, claimsOf, commitOf, uncheckedClaim } from '../evidence/claims.ts';
import type { Needs } from '../evidence/facts.ts';
import { unite } from '../evidence/facts.ts';
import type { Report, Severity } from '../finding.ts';
import type { Prose } from '../format/meaning.ts';
import { child, isObject, type Json } from '../format/schema.ts';
import type { Handoff } from '../handoff.ts';
import { type PathsKind, pathLists } from '../paths/listed-path.ts';
import { sideFileNeeds, sideFiles, taskOf, textOf } from '../paths/side-file.ts';
import { proseNames, reasonOf } from '../text/prose.ts';
import { instantOf, inUtc } from '../text/time.ts';
import { count, shortId } from '../text/words.ts';
import { code, escaped, escapedLines } from './markdown.ts';

/** What the brief tells beyond what the rules want to know: the commits' subjects and the texts of side files. */
export function briefNeeds(handoff: Handoff): Needs {
  return unite([sideFileNeeds(handoff), { commits: claimsOf(handoff).commits.map(({ value }) => value) }]);
}

/**
 * A handoff as Markdown that the next agent, or a person, resumes from. What is wrong or unchecked comes first, since it
 * has to be verified first. The same handoff, facts and reports always give the same text; whatever stands in the
 * document, in git or in a side file is shown as text and makes no Markdown of its own. `reports` are what the rules say.
 */
export function brief(handoff: Handoff, reports: readonly Report[] = reportsOf(handoff)): string {
  const sections = [
    title(handoff),
    verifyFirst(handoff, reports),
    standing(handoff),
    prose(handoff, 'pending', 'What is left', 'Nothing is said to be left.'),
    prose(handoff, 'failures', 'Known to fail', ''),
    results(handoff),
    limits(handoff),
    changes(handoff),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function reportsOf({ document, facts }: Handoff): readonly Report[] {
  return check(document, facts, defaultConfiguration);
}

function title(handoff: Handoff): string {
  const task = taskOf(handoff);
  const from = textWith(handoff, 'agent', 'from');
  const { created } = claimsOf(handoff);
  const instant = created === undefined ? undefined : instantOf(created.value);
  const words = [
    from === undefined ? '' : `From ${code(from)}`,
    reasonWords(handoff),
    instant === undefined ? '' : `written ${inUtc(instant)}`,
  ].filter((part) => part !== '');
  const line = words.join(' · ');
  return [`# Resume ${task === undefined ? 'the work' : escaped(task)}`, line]
    .filter((part) => part !== '')
    .join('\n\n');
}

const REASONS = { interrupted: 'interrupted', complete: 'complete', takeover: 'taken over by order' } as const;

function reasonWords(handoff: Handoff): string {
  const reason = reasonOf(handoff);
  return reason === undefined ? '' : `${REASONS[reason.kind]} (${code(reason.value)})`;
}

const SHOWN: readonly Severity[] = ['error', 'warning'];

/** Errors, then warnings, then what could not be checked. */
function verifyFirst(handoff: Handoff, reports: readonly Report[]): string {
  const unchecked =
    uncheckedClaim(handoff)?.reason ?? (handoff.facts.git === undefined ? 'git was not asked' : undefined);
  const found = SHOWN.flatMap((severity) =>
    reports
      .filter((report) => report.severity === severity)
      .map(({ message }) => `- **${severity}**: ${escaped(message)}`),
  );
  const open =
    unchecked === undefined
      ? []
      : [`- **unchecked**: not all that is said here was held against git: ${escaped(unchecked)}.`];
  const lines = [...found, ...open];
  return lines.length === 0
    ? 'All that git and the disk can tell was checked and is as the handoff says.'
    : `## Verify first\n\n${lines.join('\n')}`;
}

function standing(handoff: Handoff): string {
  const { branch, head, base } = claimsOf(handoff);
  const commit = (claim: typeof head) => {
    if (claim === undefined) return '';
    const known = commitOf(claim, handoff.facts);
    return known === undefined ? code(claim.value) : `${code(shortId(known.id))} ${escaped(known.subject)}`;
  };
  const lines = [
    branch === undefined ? '' : `- Branch: ${code(branch.value)}`,
    head === undefined ? '' : `- Head: ${commit(head)}`,
    base === undefined ? '' : `- Base: ${commit(base)}`,
  ].filter((line) => line !== '');
  return lines.length === 0 ? '' : `## Where the work stands\n\n${lines.join('\n')}`;
}

/** The texts about something, those in side files as far as they are known. */
function prose(handoff: Handoff, about: Prose['about'], heading: string, nothing: string): string {
  const files = sideFiles(handoff);
  const parts = proseNames(handoff, about).flatMap((name) => {
    const text = child(handoff.value, name);
    const side = files.find(({ field }) => field.name === name);
    return [
      ...(typeof text === 'string' && text.trim() !== '' ? [escapedLines(text.trim())] : []),
      ...(side === undefined ? [] : [inFile(side.file, textOf(handoff.facts.files.get(side.reading ?? '')))]),
    ];
  });
  if (parts.length === 0) return nothing === '' ? '' : `## ${heading}\n\n${nothing}`;
  return `## ${heading}\n\n${parts.join('\n\n')}`;
}

function inFile(file: string, text: string | undefined): string {
  return text === undefined
    ? `In the file ${code(file)}, which could not be read.`
    : `From ${code(file)}:\n\n${escapedLines(text.trim())}`;
}

function results({ fields }: Handoff): string {
  const found = fields.find(({ field }) => field.meaning.results === 'tests');
  if (found === undefined || !isObject(found.value)) return '';
  const lines = [...resultLines(found.value, '')];
  return lines.length === 0 ? '' : `## Tests\n\n${lines.join('\n')}`;
}

function* resultLines(value: Json, indent: string): Iterable<string> {
  for (const [name, child] of Object.entries(isObject(value) ? value : {})) {
    if (isObject(child) && Object.keys(child).length > 0) {
      yield `${indent}- ${escaped(name)}:`;
      yield* resultLines(child, `${indent}  `);
    } else yield `${indent}- ${escaped(name)}: ${escaped(typeof child === 'string' ? child : JSON.stringify(child))}`;
  }
}

function limits(handoff: Handoff): string {
  const [allowed, forbidden] = [pathsOf(handoff, 'allowed'), pathsOf(handoff, 'forbidden')];
  if (allowed === undefined && forbidden === undefined) return '';
  const may =
    allowed === undefined || allowed.length === 0 ? 'No limit is recorded.' : listed('May be changed:', allowed);
  const mustNot = forbidden === undefined || forbidden.length === 0 ? '' : listed('Must not be changed:', forbidden);
  return ['## Limits', may, mustNot].filter((part) => part !== '').join('\n\n');
}

/** Most paths that the brief lists; whoever wants more asks git. */
const MOST = 200;

function changes(handoff: Handoff): string {
  const changed = pathsOf(handoff, 'changed');
  const uncommitted = pathsOf(handoff, 'uncommitted');
  const actual = changesOf(handoff);
  const checked = actual === undefined ? ' (not checked)' : '';
  return [
    changed === undefined
      ? ''
      : `## Changed files\n\n${changed.length === 0 ? 'None.' : listed(`${count(changed.length, 'file')}${checked}:`, changed)}`,
    uncommitted === undefined || uncommitted.length === 0
      ? ''
      : `## Not committed\n\n${listed(`${count(uncommitted.length, 'file')}:`, uncommitted)}`,
  ]
    .filter((part) => part !== '')
    .join('\n\n');
}

function pathsOf(handoff: Handoff, kind: PathsKind): readonly string[] | undefined {
  const lists = pathLists(handoff, kind);
  return lists.length === 0 ? undefined : lists.flatMap(({ entries }) => entries.map(({ value }) => value));
}

function listed(heading: string, paths: readonly string[]): string {
  const rest = paths.length - MOST;
  const lines = paths.slice(0, MOST).map((path) => `- ${code(path)}`);
  return `${heading}\n\n${[...lines, ...(rest > 0 ? [`- and ${count(rest, 'other')}`] : [])].join('\n')}`;
}

function textWith({ fields }: Handoff, key: 'agent', meaning: 'from' | 'to'): string | undefined {
  const value = fields.find(({ field }) => field.meaning[key] === meaning)?.value;
  return typeof value === 'string' && value.trim() !== '' ? value : undefined;
}
