import { execFileSync } from 'node:child_process';
import { arch, cpus, release, totalmem, type } from 'node:os';

/** The machine in a sentence, without a name of its own. */
export function machine(): string {
  const processors = cpus();
  const model = processors[0]?.model.trim() ?? 'unknown processor';
  const memory = Math.round(totalmem() / 2 ** 30);
  const git = execFileSync('git', ['--version'], { encoding: 'utf8' }).trim();
  return `${processors.length} × ${model}, ${memory} GiB of memory, ${type()} ${release()} (${arch()}), ${git}`;
}
