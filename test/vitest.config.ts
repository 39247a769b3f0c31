import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: 'test/support/global-service.ts',
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // One more than the cores of a small machine: the fault tests wait for retries half of their time.
    maxWorkers: 3,
  },
});
