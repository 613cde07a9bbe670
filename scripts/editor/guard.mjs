// Preloaded into the VS Code server: ends it when the process that started it is gone, however that ended.
import { basename } from 'node:path';

if (basename(process.argv[1] ?? '') === 'server-main.js') {
  process.stdin.on('error', () => process.exit(1));
  process.stdin.on('close', () => process.exit(0));
  process.stdin.resume();
}
