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

export function summarise(files: readonly CheckedFile[]): Summary {
  const number: Record<Severity, number> = { error: 0, warning: 0, information: 0, hint: 0 };
  let fixable = 0;
  for (const { findings } of files) {
    for (const { severity, fixes } of findings) {
      number[severity]++;
      if (fixes.some(({ safe, disabled }) => safe && disabled === undefined)) fixable++;
    }
  }
  const { error: errors, warning: warnings, information: informations, hint: hints } = number;
  return { files: files.length, errors, warnings, informations, hints, fixable };
}

/** The same files with their errors alone. */
export function errorsOnly(files: readonly CheckedFile[]): readonly CheckedFile[] {
  return files.map((file) => ({ ...file, findings: file.findings.filter(({ severity }) => severity === 'error') }));
}
