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
  const findings = files.flatMap((file) => file.findings);
  const number = (severity: Severity) => findings.filter((finding) => finding.severity === severity).length;
  return {
    files: files.length,
    errors: number('error'),
    warnings: number('warning'),
    informations: number('information'),
    hints: number('hint'),
    fixable: findings.filter(({ fixes }) => fixes.some(({ safe, disabled }) => safe && disabled === undefined)).length,
  };
}

/** The same files with their errors alone. */
export function errorsOnly(files: readonly CheckedFile[]): readonly CheckedFile[] {
  return files.map((file) => ({ ...file, findings: file.findings.filter(({ severity }) => severity === 'error') }));
}
