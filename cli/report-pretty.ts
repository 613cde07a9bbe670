import type { Fix } from '../core/finding.ts';
import { count, visible } from '../core/text/words.ts';
import type { Colours } from './colours.ts';
import { excerpt } from './excerpt.ts';
import { type Lines, linesOf, positionAt } from './position.ts';
import type { CheckedFile, CheckedFinding, Reporter, Summary } from './report.ts';

export interface Look {
  readonly colours: Colours;
  /** Cells of a line. */
  readonly width: number;
  /** Only findings are shown. */
  readonly quiet?: boolean | undefined;
}

/** Findings of one file that are shown in full; a person reads no more. */
const SHOWN = 100;
/** Fixes, and related places, that are shown at one place. */
const FEW = 3;

/** For people: each finding with its line, what can be done about it, and where else to look. */
export function prettyReporter(look: Look): Reporter<string> {
  return {
    part: (file) => fileReport(file, look),
    whole(parts, { summary, fixed }) {
      const isSilent = look.quiet ? summary.errors === 0 : summary.files === 0;
      const made = fixed.created.map((path) => `Created ${visible(path)}\n`).join('');
      const applied = fixed.applied === 0 ? '' : `${count(fixed.applied, 'repair')} made.\n`;
      return parts.join('') + (look.quiet ? '' : made + applied) + (isSilent ? '' : prettySummary(summary));
    },
  };
}

/** `2 files: 1 error, 3 warnings. 1 finding can be repaired safely.` */
function prettySummary(summary: Summary): string {
  const { files, errors, warnings, informations, hints, fixable } = summary;
  const parts = [
    [errors, 'error'],
    [warnings, 'warning'],
    [informations, 'information'],
    [hints, 'hint'],
  ] as const;
  const found = parts.flatMap(([n, word]) => (n === 0 ? [] : [count(n, word)])).join(', ');
  const safely = fixable === 0 ? '' : ` ${count(fixable, 'finding')} can be repaired safely.`;
  return `${count(files, 'file')}: ${found === '' ? 'nothing found' : found}.${safely}\n`;
}

function fileReport(file: CheckedFile, look: Look): string {
  if (file.findings.length === 0) return '';
  const lines = linesOf(file.text);
  const shown = file.findings.slice(0, SHOWN);
  const blocks = byPlace(shown).map((findings) => blockReport(file, lines, findings, look));
  const rest = file.findings.length - shown.length;
  return blocks.join('') + (rest > 0 ? `${visible(file.path)}: ${count(rest, 'more finding')}.\n\n` : '');
}

type Block = readonly [CheckedFinding, ...CheckedFinding[]];

/** Findings at one place are shown together: the line is the same. */
function byPlace(findings: readonly CheckedFinding[]): readonly Block[] {
  const blocks: [CheckedFinding, ...CheckedFinding[]][] = [];
  for (const finding of findings) {
    const last = blocks.at(-1);
    const { start, end } = finding.span;
    if (last?.[0].span.start === start && last[0].span.end === end) last.push(finding);
    else blocks.push([finding]);
  }
  return blocks;
}

function blockReport(file: CheckedFile, lines: Lines, block: Block, { colours, width }: Look): string {
  const [{ span, severity }] = block;
  const [line, marks] = excerpt(lines, span, width - 2);
  const margin = marks.indexOf('|') + 1;
  const further = block.some(({ fixes, related }) => fixes.length > 0 || related !== undefined)
    ? furtherLines(file, lines, block)
    : [];
  return [
    colours.place(placeOf(file, lines, span.start)),
    ...block.map(
      ({ severity, message, rule }) =>
        `  ${colours.severity(severity, severity)}  ${visible(message)}  ${colours.faint(rule)}`,
    ),
    '',
    `  ${colours.faint(line.slice(0, margin))}${line.slice(margin)}`,
    `  ${colours.faint(marks.slice(0, margin))}${colours.severity(severity, marks.slice(margin))}`,
    '',
    ...further.map((text) => `  ${text}`),
    ...(further.length > 0 ? [''] : []),
    '',
  ].join('\n');
}

/** What can be done about findings, and where else to look. */
function furtherLines(file: CheckedFile, lines: Lines, block: Block): readonly string[] {
  const fixes = fixLines(block.flatMap((finding) => finding.fixes)).map((text) => `fix   ${text}`);
  const related = few(
    block
      .flatMap((finding) => finding.related ?? [])
      .map((other) => `${placeOf(file, lines, other.span.start)}  ${visible(other.message)}`),
  ).map((text) => `also  ${text}`);
  return [...fixes, ...related];
}

/** `memory/handoffs/task-1.json:3:19`, which terminals and editors open. */
export function placeOf({ path }: Pick<CheckedFile, 'path'>, lines: Lines, offset: number): string {
  const { line, column } = positionAt(lines, offset);
  return `${visible(path)}:${line}:${column}`;
}

/** The preferred ones first, each title once. */
function fixLines(fixes: readonly Fix[]): readonly string[] {
  const each = fixes.filter(({ title }, index) => fixes.findIndex((fix) => fix.title === title) === index);
  const sorted = [...each.filter(({ preferred }) => preferred), ...each.filter(({ preferred }) => !preferred)];
  return few(
    sorted.map(({ title, safe, disabled }) => {
      if (disabled !== undefined) return `${visible(title)}: not possible here, ${visible(disabled)}`;
      return `${visible(title)}${safe ? ' (safe)' : ''}`;
    }),
  );
}

function few(texts: readonly string[]): readonly string[] {
  return texts.length > FEW ? [...texts.slice(0, FEW), `${texts.length - FEW} more`] : texts;
}
