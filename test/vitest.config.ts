import { resolve } from 'node:path';
import { defineConfig } from 'vitest/config';

// For the processes that tests start, where the command line has its own: half of what starting one computes.
process.env['NODE_COMPILE_CACHE'] ??= resolve(import.meta.dirname, '../node_modules/.cache/plotline');

/** Rules that need no service: they run in a second, before anything is started. */
const unit = ['test/**/*.unit.test.ts', 'test/policy/policy.test.ts'];

/** What opens tables in LibreOffice, which few machines have (test/long/runs.ts). */
const office = ['test/**/*.office.test.ts'];

const GENERATED = 'test/support/generated-client.ts';

/** What a run leaves out, with commas between (test/long/runs.ts). */
const leftOut = process.env['PLOTLINE_TEST_EXCLUDE']?.split(',') ?? [];

export default defineConfig({
  test: {
    // For what hangs: how long a test takes is never what it is about. Whole sweeps take an hour on a busy machine.
    testTimeout: process.env['PLOTLINE_TEST_WHOLE'] === '1' ? 7_200_000 : 600_000,
    hookTimeout: 600_000,
    // Twice the cores of a small machine: tests wait for retries, and for what the stream sets off.
    maxWorkers: 4,
    // The workers keep all cores busy: helper threads that collect garbage beside them only cost more.
    // A young generation that starts with 8 MB, not one, is collected less often while functions' threads load:
    // 197 ms of computing each, not 246. package.json says the same of this process; set once it runs, V8 ends.
    execArgv: ['--single-threaded-gc', '--min-semi-space-size=8'],
    // A look at what the stream sets off is a request, and others compute meanwhile: 50 ms apart, most find nothing new.
    // How long that takes is never what a test is about: one projector follows what all test files write, and was two
    // minutes behind on a machine that had nothing else to do.
    expect: { poll: { interval: 200, timeout: 280_000 } },
    // aws-cdk-lib checks each template that a test makes, for seconds; `npm run synth` does it once.
    env: { CDK_VALIDATION: 'false' },
    // Loading the modules anew takes longer than the tests of most files.
    isolate: false,
    ...(process.env['PLOTLINE_TEST_COMPUTING'] === undefined
      ? {}
      : { runner: 'test/run/measuring-runner.ts' }),
    projects: [
      { extends: true, test: { name: 'unit', include: unit, globalSetup: GENERATED } },
      ...(process.env['PLOTLINE_OFFICE'] === undefined
        ? []
        : [{ extends: true as const, test: { name: 'office', include: office } }]),
      {
        extends: true,
        test: {
          name: 'service',
          include: ['test/**/*.test.ts'],
          exclude: [...unit, ...office, ...leftOut],
          globalSetup: [GENERATED, 'test/support/global-service.ts'],
        },
      },
    ],
  },
});
