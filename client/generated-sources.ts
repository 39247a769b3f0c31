import { cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { hashFiles } from '../infra/constructs/hash-files.ts';
import { generatedFolder } from './generated-folder.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const inputs = [
  'shared',
  'client/generate.ts',
  'client/call-methods.ts',
  'client/schema-types.ts',
  'package-lock.json',
];
const stamp = join(generatedFolder, 'state');

const isCurrent = (state: string): boolean => existsSync(stamp) && readFileSync(stamp, 'utf8') === state;

/** Generates the client's types and calls, unless they are those of the API as it is. */
export async function ensureGenerated(): Promise<void> {
  const state = hashFiles(root, inputs);
  if (isCurrent(state)) return;
  const { generateSources } = await import('./generate.ts');
  generateSources(generatedFolder);
  writeFileSync(stamp, state);
}

/** Puts them into another folder; this one may be read-only. */
export async function writeGenerated(folder: string): Promise<void> {
  if (isCurrent(hashFiles(root, inputs))) return cpSync(generatedFolder, folder, { recursive: true });
  const { generateSources } = await import('./generate.ts');
  generateSources(folder);
}
