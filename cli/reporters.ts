import { coloursFor } from './colours.ts';
import type { Reporter } from './report.ts';
import { jsonReporter } from './report-json.ts';
import { prettyReporter } from './report-pretty.ts';
import type { Terminal } from './terminal.ts';

/** The ways to report, the default first. */
export const reportFormats = ['pretty', 'json', 'sarif', 'github', 'junit'] as const;

export type ReportFormat = (typeof reportFormats)[number];

export interface ReporterOptions {
  readonly format: ReportFormat;
  readonly quiet?: boolean;
  readonly color?: boolean;
}

/** Hands the reporter of a format to `use`, which works with any of them. What a run does not ask for is not loaded. */
export async function withReporter<T>(
  { format, quiet, color }: ReporterOptions,
  terminal: Terminal,
  use: <Part>(reporter: Reporter<Part>) => Promise<T>,
): Promise<T> {
  switch (format) {
    case 'pretty':
      return use(
        prettyReporter({ colours: coloursFor(terminal, color), width: terminal.output.columns ?? WIDTH, quiet }),
      );
    case 'json':
      return use(jsonReporter);
    case 'sarif': {
      const { sarifReporter } = await import('./report-sarif.ts');
      return use(sarifReporter(terminal.folder));
    }
    case 'github': {
      const { githubReporter } = await import('./report-github.ts');
      return use(githubReporter(terminal.environment['GITHUB_WORKSPACE']));
    }
    case 'junit': {
      const { junitReporter } = await import('./report-junit.ts');
      return use(junitReporter);
    }
  }
}

/** Cells of a line where nobody says how many there are. */
const WIDTH = 100;
