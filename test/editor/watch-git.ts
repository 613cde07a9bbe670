import { chmod, mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';

export interface GitWatch {
  readonly folder: string;
  /** For the editor, so that its extensions find this git. */
  readonly env: Readonly<Record<string, string>>;
}

/**
 * Makes a `git` to come first on the PATH, which records how it is called in the file AGENT_HANDOFF_GIT_CALLS, a line
 * each, and hands on to the real one. Not on Windows, where a script is no program.
 */
export async function watchGit(): Promise<GitWatch> {
  const folder = await mkdtemp(join(tmpdir(), 'agent-handoff-git-'));
  const record = join(folder, 'calls');
  const path = process.env['PATH'] ?? '';
  await writeFile(record, '');
  await writeFile(
    join(folder, 'git'),
    `#!/bin/sh\necho "$@" >>"$AGENT_HANDOFF_GIT_CALLS"\nPATH="$AGENT_HANDOFF_PATH" exec git "$@"\n`,
  );
  await chmod(join(folder, 'git'), 0o755);
  return {
    folder,
    env: {
      PATH: `${folder}${delimiter}${path}`,
      AGENT_HANDOFF_PATH: path,
      AGENT_HANDOFF_GIT_CALLS: record,
      // Else the editor takes its PATH from a login shell.
      VSCODE_CLI: '1',
    },
  };
}
