import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-service.ts',
    // For what hangs: how long a test takes is never what it is about.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    // One more than the cores of a small machine: the fault tests wait for retries half of their time.
    maxWorkers: 3,
  },
});
