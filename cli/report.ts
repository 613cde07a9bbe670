import type { Fix, Report, Severity } from '../core/finding.ts';

/** A file that was checked. */
export interface CheckedFile {
  /** Relative to the working folder, with `/`; `-` is standard input. */
  readonly path: string;
  /** Absolute; undefined where the text is no file. */
  readonly file: string | undefined;
  /** Id of the format; null where none was recognised. */
  readonly format: string | null;
  readonly text: string;
  /** In text order. */
  readonly findings: readonly CheckedFinding[];
}

/** A finding with its fixes worked out. */
export interface CheckedFinding extends Omit<Report, 'fixes'> {
  readonly fixes: readonly Fix[];
}

export interface Summary {
  readonly files: number;
  readonly errors: number;
  readonly warnings: number;
  readonly informations: number;
  readonly hints: number;
  /** Findings with a fix that may run unattended. */
  readonly fixable: number;
}

/** Counts what there is in files, one after the other. */
export interface Tally {
  add(file: CheckedFile): void;
  summary(): Summary;
}

export function createTally(): Tally {
  const number: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  let files = 0;
  let fixable = 0;
  return {
    add({ findings }) {
      files++;
      for (const { severity, fixes } of findings) {
        number[severity]++;
        if (fixes.some(({ safe, disabled }) => safe && disabled === undefined)) fixable++;
      }
    },
    summary() {
      const { error: errors, warning: warnings, information: informations, hint: hints } = number;
      return { files, errors, warnings, informations, hints, fixable };
    },
  };
}

/** The same file with its errors alone. */
export function errorsOnly(file: CheckedFile): CheckedFile {
  return { ...file, findings: file.findings.filter(({ severity }) => severity === 'error') };
}

/** What there is to be told beside the files. */
export interface Told {
  /** What there is, shown or not. */
  readonly summary: Summary;
  /** What kept files from being checked: sentences for a person. */
  readonly complaints: readonly string[];
  readonly fixed: { readonly applied: number; readonly created: readonly string[] };
}

/**
 * A way to report. What it says of a file is made while the text of the file is there, and is all that is kept of it until
 * the other files are known.
 */
export interface Reporter<Part> {
  part(file: CheckedFile): Part;
  /** The report, complete. `parts` are in the order of the files. */
  whole(parts: readonly Part[], told: Told): string;
}
