/** `npm start`: serves Plotline on this machine, with a demo workspace. */
import { seedDemo } from './demo/seed-demo.ts';
import { printGuide } from './demo/print-guide.ts';
import { run } from './run.ts';
import { refuseArguments } from './usage.ts';

refuseArguments(process.argv.slice(2));
await run({ seedDemo: async (seed) => printGuide(await seedDemo(seed), seed.home) });
