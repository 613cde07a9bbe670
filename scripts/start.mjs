import { bootstrap } from './bootstrap.mjs';

try {
  await bootstrap('start.ts');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
