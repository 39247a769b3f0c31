/**
 * How vitest runs these tests, as arguments of Node.js. Helper threads that collect garbage only cost, since workers keep
 * all cores busy; vitest.config.ts says the same of them.
 */
export const VITEST = [
  '--single-threaded-gc',
  '--min-semi-space-size=8',
  'node_modules/vitest/vitest.mjs',
  'run',
  '--config',
  'test/vitest.config.ts',
];
