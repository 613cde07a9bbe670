import { brief, briefNeeds } from '../core/show/brief.ts';
import { createBench } from './bench.ts';
import type { ExitCode } from './check.ts';
import { namedHandoffs } from './named-handoffs.ts';
import type { Terminal } from './terminal.ts';

export interface ShowOptions {
  readonly git: boolean;
  readonly base?: string;
}

/** Prints the brief that the next agent, or a person, resumes from, as Markdown. */
export async function showCommand(file: string, { git, base }: ShowOptions, terminal: Terminal): Promise<ExitCode> {
  const bench = await createBench({ useGit: git, base }, terminal);
  const { handoffs, complaints } = await namedHandoffs([file], bench, terminal, { more: briefNeeds, base });
  for (const { handoff, reports } of handoffs) terminal.write(brief(handoff, reports));
  for (const complaint of complaints) terminal.complain(`agent-handoff: ${complaint}\n`);
  return complaints.length > 0 ? 2 : 0;
}
