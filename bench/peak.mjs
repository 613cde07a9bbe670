// Loaded before a program: when it ends, the most memory that its process held, in bytes, goes to the file descriptor 3.
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

if (isMainThread) process.on('exit', () => writeSync(3, String(process.resourceUsage().maxRSS * 1024)));
