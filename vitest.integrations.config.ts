import { defineConfig } from 'vitest/config';

// One file after the other: each starts programs that want the whole machine.
export default defineConfig({
  test: { include: ['test/integrations/**/*.test.ts'], testTimeout: 300_000, fileParallelism: false },
});
