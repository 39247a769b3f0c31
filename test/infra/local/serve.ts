/** `npm start` for the fixture app: `node serve.ts <assembly>`, with PORT and PLOTLINE_HOME. */
import { run } from '../../../infra/local/run.ts';

const seeds =
  process.env.SEED === 'fails' ? { seedDemo: () => Promise.reject(new Error('seeding failed')) } : {};
await run({ assembly: process.argv[2]!, ...seeds });
