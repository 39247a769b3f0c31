/** Generates the client's types and calls unless they are those of the API as it is: tests and types need them. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { hashFiles } from '../infra/constructs/hash-files.ts';

const inputs = ['shared', 'client/generate.ts', 'client/call-methods.ts', 'package-lock.json'];
const root = new URL('../', import.meta.url).pathname;
const state = hashFiles(root, inputs);
const stamp = new URL('src/generated/state', import.meta.url);

if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== state) {
  await import('./generate.ts');
  writeFileSync(stamp, state);
}
