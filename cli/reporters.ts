import { count, visible } from '../core/text/words.ts';
import { coloursFor } from './colours.ts';
import type { CheckedFile, Summary } from './report.ts';
import { jsonReport } from './report-json.ts';
import { prettyReport, prettySummary } from './report-pretty.ts';
import type { Terminal } from './terminal.ts';

/** The ways to report, the default first. */
export const reportFormats = ['pretty', 'json', 'sarif', 'github', 'junit'] as const;

export type ReportFormat = (typeof reportFormats)[number];

/** What there is to report. */
export interface Reported {
  /** What is shown of each file. */
  readonly files: readonly CheckedFile[];
  /** What there is, shown or not. */
  readonly summary: Summary;
  /** What kept files from being checked: sentences for a person. */
  readonly complaints: readonly string[];
  readonly fixed: { readonly applied: number; readonly created: readonly string[] };
  readonly terminal: Terminal;
  readonly quiet?: boolean;
  readonly color?: boolean;
}

/** The report in a format, complete. What a run does not ask for is not loaded. */
export async function reportText(format: ReportFormat, reported: Reported): Promise<string> {
  const { files, summary, complaints, terminal } = reported;
  switch (format) {
    case 'pretty':
      return prettyText(reported);
    case 'json':
      return jsonReport(files, summary);
    case 'sarif': {
      const { sarifReport } = await import('./report-sarif.ts');
      return sarifReport(files, complaints, terminal.folder);
    }
    case 'github': {
      const { githubReport } = await import('./report-github.ts');
      return githubReport(files, terminal.environment['GITHUB_WORKSPACE']);
    }
    case 'junit': {
      const { junitReport } = await import('./report-junit.ts');
      return junitReport(files, complaints);
    }
  }
}

/** Cells of a line where nobody says how many there are. */
const WIDTH = 100;

function prettyText({ files, summary, fixed, terminal, quiet, color }: Reported): string {
  const look = { colours: coloursFor(terminal, color), width: terminal.output.columns ?? WIDTH };
  const silent = quiet ? summary.errors === 0 : summary.files === 0;
  const made = fixed.created.map((path) => `Created ${visible(path)}\n`).join('');
  const applied = fixed.applied === 0 ? '' : `${count(fixed.applied, 'repair')} made.\n`;
  return prettyReport(files, look) + (quiet ? '' : made + applied) + (silent ? '' : prettySummary(summary));
}
