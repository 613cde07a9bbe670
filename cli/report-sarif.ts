import { createHash } from 'node:crypto';
import { pathToFileURL } from 'node:url';
import type { Edit, Replacement } from '../core/edit.ts';
import type { Fix, Severity } from '../core/finding.ts';
import { pointer } from '../core/format/schema.ts';
import { rules } from '../core/generated/rules.ts';
import type { Span } from '../core/text/span.ts';
import { docsOf } from '../host/docs.ts';
import { type Lines, linesOf, positionAt } from './position.ts';
import type { CheckedFile, CheckedFinding, Reporter } from './report.ts';
import { version } from './shipped.ts';

/**
 * SARIF 2.1.0 with one run. Regions count lines and columns from 1 and UTF-16 units, as `columnKind` says; a byte-order mark
 * counts nowhere. `folder` is the absolute path of the working folder, which addresses of files are relative to.
 */
export function sarifReporter(folder: string): Reporter<SarifFile> {
  return {
    part: (file) => ({
      artifact: { location: artifactOf(file), encoding: 'UTF-8', sourceLanguage: 'json' },
      results: resultsOf(file),
    }),
    whole(parts, { complaints }) {
      const log = {
        $schema: 'https://json.schemastore.org/sarif-2.1.0.json',
        version: '2.1.0',
        runs: [
          {
            tool: { driver: { name: 'agent-handoff', version: version(), rules: rules.map(ruleOf) } },
            columnKind: 'utf16CodeUnits',
            newlineSequences: ['\r\n', '\n', '\r'],
            originalUriBaseIds: { [BASE]: { uri: `${pathToFileURL(folder).href.replace(/\/$/, '')}/` } },
            invocations: [
              {
                executionSuccessful: complaints.length === 0,
                toolExecutionNotifications: complaints.map((text) => ({ level: 'error', message: { text } })),
              },
            ],
            artifacts: parts.map(({ artifact }) => artifact),
            results: parts.flatMap(({ results }) => results),
          },
        ],
      };
      return `${JSON.stringify(log, null, 2)}\n`;
    },
  };
}

/** What a log says of one file. */
interface SarifFile {
  readonly artifact: unknown;
  readonly results: readonly unknown[];
}

/** What relative addresses are relative to, by the name that is usual for it. */
const BASE = '%SRCROOT%';

const LEVELS: Readonly<Record<Severity, 'error' | 'warning' | 'note'>> = {
  error: 'error',
  warning: 'warning',
  information: 'note',
  hint: 'note',
};

function ruleOf({ id, severity, summary, reason }: (typeof rules)[number]) {
  return {
    id,
    shortDescription: { text: `${summary}.` },
    fullDescription: { text: reason },
    help: { text: reason, markdown: reason },
    helpUri: docsOf(id),
    defaultConfiguration: { level: LEVELS[severity] },
  };
}

function resultsOf(file: CheckedFile) {
  const lines = linesOf(file.text);
  const seen = new Map<string, number>();
  return file.findings.map((finding) => {
    const { rule, severity, message, related = [], fixes } = finding;
    const found = fixes.flatMap((fix) => fixOf(file, lines, fix));
    return {
      ruleId: rule,
      ruleIndex: rules.findIndex(({ id }) => id === rule),
      level: LEVELS[severity],
      message: { text: message },
      locations: [
        {
          physicalLocation: { artifactLocation: artifactOf(file), region: regionOf(lines, finding.span) },
          logicalLocations: [{ fullyQualifiedName: pointer(finding.path), kind: 'member' }],
        },
      ],
      ...(related.length > 0 && {
        relatedLocations: related.map((other, id) => ({
          id,
          physicalLocation: { artifactLocation: artifactOf(file), region: regionOf(lines, other.span) },
          message: { text: other.message },
        })),
      }),
      partialFingerprints: { 'handoffFinding/v1': fingerprint(file, finding, seen) },
      ...(found.length > 0 && { fixes: found }),
    };
  });
}

/** Relative where the file lies below the working folder: only such addresses mean the same on another machine. */
function artifactOf({ path, file }: CheckedFile) {
  if (file === undefined) return { description: { text: 'standard input' }, uri: 'stdin:' };
  if (path.startsWith('../') || path.startsWith('/') || /^[a-z]:/i.test(path)) return { uri: pathToFileURL(file).href };
  return { uri: path.split('/').map(encodeURIComponent).join('/'), uriBaseId: BASE };
}

function regionOf(lines: Lines, { start, end }: Span) {
  const mark = lines.text.startsWith('\ufeff') ? 1 : 0;
  const [from, to] = [positionAt(lines, Math.max(start, mark)), positionAt(lines, Math.max(end, mark))];
  return {
    startLine: from.line,
    startColumn: from.column,
    endLine: to.line,
    endColumn: to.column,
    charOffset: from.offset - mark,
    charLength: to.offset - from.offset,
  };
}

/**
 * Edits of the file itself. A fix that makes a file or renames one has no form here, and a reader that took half of it would
 * lose text, so it is left out.
 */
function fixOf(file: CheckedFile, lines: Lines, fix: Fix) {
  const edit = fix.disabled === undefined && !fix.creates ? editOf(fix) : undefined;
  if (edit === undefined || edit.create.length > 0 || edit.rename !== undefined || edit.replace.length === 0) return [];
  const replacements = edit.replace.map((one) => ({
    deletedRegion: deletedRegion(lines, one),
    insertedContent: { text: one.text },
  }));
  return [
    { description: { text: fix.title }, artifactChanges: [{ artifactLocation: artifactOf(file), replacements }] },
  ];
}

function editOf(fix: Fix): Edit | undefined {
  try {
    return fix.edit();
  } catch {
    // The finding stands; that this repair cannot be had takes nothing from it.
    return undefined;
  }
}

/** Characters do not count a byte-order mark, so one that is removed is told in bytes. */
function deletedRegion(lines: Lines, replacement: Replacement) {
  const isMark = lines.text.startsWith('\ufeff') && replacement.start === 0 && replacement.end === 1;
  return isMark ? { byteOffset: 0, byteLength: 3 } : regionOf(lines, replacement);
}

/** The same for the same mistake wherever it moves in its file: rule, member, what is marked, and which of several it is. */
function fingerprint({ text }: CheckedFile, { rule, path, span }: CheckedFinding, seen: Map<string, number>): string {
  const key = JSON.stringify([rule, pointer(path), text.slice(span.start, span.end)]);
  const number = (seen.get(key) ?? 0) + 1;
  seen.set(key, number);
  return `${createHash('sha256').update(key).digest('hex')}:${number}`;
}
