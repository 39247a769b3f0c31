/** `npm start`: serves Plotline on this machine, with a demo workspace to try. */
import { seedDemo } from './demo.ts';
import { printGuide } from './guide.ts';
import { run } from './run.ts';

await run({ seedDemo: async (seed) => printGuide(await seedDemo(seed), seed.home) });
