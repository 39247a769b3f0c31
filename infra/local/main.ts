/** `npm start`: serves Plotline on this machine. */
import { run } from './run.ts';

await run();
