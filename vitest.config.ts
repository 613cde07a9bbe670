import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/editor/**', 'test/integrations/**'],
    // How long something may take before it counts as not coming: what is awaited starts git, waits for a file system's
    // clock to move on (2.5 seconds where it seems to count whole ones), and the machine may be busy.
    testTimeout: 60_000,
    expect: { poll: { timeout: 30_000 } },
  },
});
