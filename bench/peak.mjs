// Loaded before a program: when it ends, the most memory that its process held, in bytes, goes to the file descriptor 3.
import { readFileSync, writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

/** Linux counts for `maxRSS` what the process held that started the program, too; its status does not. */
function peak() {
  try {
    const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'latin1')) ?? [];
    if (kilobytes !== undefined) return Number(kilobytes) * 1024;
  } catch {
    // There is no such status elsewhere.
  }
  return process.resourceUsage().maxRSS * 1024;
}

if (isMainThread) process.on('exit', () => writeSync(3, String(peak())));
