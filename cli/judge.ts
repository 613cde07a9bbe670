import type { Fix, Report } from '../core/finding.ts';
import type { Bench } from './bench.ts';
import { type Case, casesOf, type Source } from './cases.ts';
import type { CheckedFile, CheckedFinding } from './report.ts';
import { type Settled, settle } from './settle.ts';

export interface Judged<T> {
  /** In the order of the texts. */
  readonly files: readonly T[];
  /** What kept a file from being judged: sentences for a person. */
  readonly complaints: readonly string[];
}

/** What is told while texts are judged. */
export interface Telling {
  /** Git and the disk are asked. */
  asking?(): void;
  /** So many are judged. */
  judged?(done: number): void;
}

/**
 * Checks texts, asking git and the disk once for all of them. `made` says what is kept of each, which is all that is: the
 * texts of thousands of files are much. A file whose configuration cannot be used is left out.
 */
export async function judge<T>(
  sources: readonly Source[],
  bench: Bench,
  made: (file: CheckedFile) => T,
  { asking, judged }: Telling = {},
): Promise<Judged<T>> {
  const { cases, complaints: unusable } = await casesOf(sources, bench);
  const complaints = new Set(unusable);
  const files = new Map<Case, T>();
  await settle(cases, bench, {
    ...(asking && { asking }),
    done(one, settled) {
      files.set(one, made(checked(one, settled, complaints)));
      judged?.(files.size);
    },
  });
  return { files: cases.flatMap((one) => files.get(one) ?? []), complaints: [...complaints] };
}

function checked({ source }: Case, { document, reports }: Settled, complaints: Set<string>): CheckedFile {
  const { path, file, text } = source;
  const findings = reports.map((report) => withFixes(report, source, complaints));
  return { path, file, format: document.recognition.format?.id ?? null, text, findings };
}

/** A fix that cannot be worked out is complained of, and the finding stays. */
function withFixes(report: Report, { path }: Source, complaints: Set<string>): CheckedFinding {
  let worked: readonly Fix[] = [];
  try {
    worked = report.fixes?.() ?? [];
  } catch (error) {
    complaints.add(`The fixes of ${report.rule} in ${path} could not be worked out: ${String(error)}.`);
  }
  return { ...report, fixes: worked };
}
