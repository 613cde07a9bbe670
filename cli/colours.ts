import picocolors from 'picocolors';
import type { Severity } from '../core/finding.ts';
import type { Terminal } from './terminal.ts';

/** How parts of a report look; each leaves the text as it is where colours are off. */
export interface Colours {
  place(text: string): string;
  severity(severity: Severity, text: string): string;
  faint(text: string): string;
}

/** The flag decides, then NO_COLOR and FORCE_COLOR, then whether a person's terminal is there to show colours. */
export function coloursFor({ environment, output }: Terminal, flag?: boolean): Colours {
  const { NO_COLOR = '', FORCE_COLOR = '', TERM } = environment;
  const wished = NO_COLOR !== '' ? false : FORCE_COLOR !== '' ? FORCE_COLOR !== '0' : undefined;
  const { bold, dim, red, yellow, blue, cyan } = picocolors.createColors(
    flag ?? wished ?? (output.isTerminal && TERM !== 'dumb'),
  );
  const bySeverity = { error: red, warning: yellow, information: blue, hint: cyan };
  return { place: bold, severity: (severity, text) => bySeverity[severity](text), faint: dim };
}
