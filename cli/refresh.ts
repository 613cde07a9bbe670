import { applyTo, type Edit } from '../core/edit.ts';
import { refresh, refreshNeeds } from '../core/evidence/refresh.ts';
import { visible } from '../core/text/words.ts';
import { createBench } from './bench.ts';
import type { ExitCode } from './check.ts';
import { diffOf } from './diff.ts';
import { type FixedSource, writeFixes } from './fix.ts';
import { type NamedHandoff, namedHandoffs } from './named-handoffs.ts';
import type { Terminal } from './terminal.ts';

export interface RefreshOptions {
  readonly base?: string;
  /** Show what would change, and change nothing. */
  readonly dryRun?: boolean;
}

/**
 * Takes the evidence of handoffs from git anew, and prints what has changed in each. One that git cannot tell all of is
 * left as it is, and makes the call wrong; the others are refreshed.
 */
export async function refreshCommand(
  files: readonly string[],
  { base, dryRun }: RefreshOptions,
  terminal: Terminal,
): Promise<ExitCode> {
  const bench = await createBench({ useGit: true, base }, terminal);
  const named = await namedHandoffs(files, bench, terminal, { more: refreshNeeds, base });
  const complaints = [...named.complaints];
  for (const one of named.handoffs) {
    const name = visible(one.source.path);
    const result = refresh(one.handoff);
    if (result.kind === 'refused') complaints.push(`${name} is left as it is: ${visible(result.reason)}.`);
    else if (result.kind === 'current') {
      if (!dryRun) terminal.write(`${name} is up to date\n`);
    } else if (dryRun) terminal.write(diffOf([withEdit(one, result.edit)], bench));
    else {
      const written = await writeFixes([withEdit(one, result.edit)]);
      complaints.push(...written.complaints);
      if (written.complaints.length > 0) continue;
      for (const line of result.summary) terminal.write(`${name}: ${visible(line)}\n`);
    }
  }
  for (const complaint of complaints) terminal.complain(`agent-handoff: ${complaint}\n`);
  return complaints.length > 0 ? 2 : 0;
}

function withEdit({ source, root }: NamedHandoff, { create, replace }: Edit): FixedSource {
  return { source, text: applyTo(source.text, replace), create, root, applied: 1 };
}
