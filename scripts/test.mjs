import { bootstrap } from './bootstrap.mjs';

try {
  await bootstrap('checks.ts');
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
