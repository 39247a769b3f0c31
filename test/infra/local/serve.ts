/** `npm start` for the fixture app: `node serve.ts <assembly>`, with PORT and PLOTLINE_HOME. */
import { existsSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import type { Seed } from '../../../infra/local/demo/seed.ts';
import { run } from '../../../infra/local/run.ts';

const { SEED, RELEASE } = process.env;
const seeds = {
  // The engine has refused a write, in whose log it says why, and the API could say no more than that it is unavailable.
  full: async ({ baseUrl }: Seed) => {
    await fetch(`${baseUrl}/misc/logs?word=${encodeURIComponent('database or disk is full')}`);
    throw new Error('service_unavailable');
  },
  fails: () => Promise.reject(new Error('seeding failed')),
  waits: async ({ baseUrl }: Seed) => {
    console.error(`seeding ${baseUrl}`);
    while (!existsSync(RELEASE!)) await delay(20);
  },
};
const seedDemo = SEED === undefined ? undefined : seeds[SEED as keyof typeof seeds];
await run({ assembly: process.argv[2]!, ...(seedDemo && { seedDemo }) });
