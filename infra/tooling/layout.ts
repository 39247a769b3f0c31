import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/** The folders that each folder may import, besides itself; they also apply to what is inside it. */
const allowedImports = JSON.parse(
  readFileSync(resolve(import.meta.dirname, 'layout.json'), 'utf8'),
) as Readonly<Record<string, readonly string[]>>;

/** The rooms whose items only their own operations and stores write. */
const ROOMS_OF_NOUNS = ['identity', 'planning', 'feedback', 'events'];

/** Returns the room of nouns that a file is in, by its path from the root; undefined for all other files. */
function roomOfNouns(file: string): string | undefined {
  const room = /^shared\/([^/]+)\/./.exec(file)?.[1];
  return room !== undefined && ROOMS_OF_NOUNS.includes(room) ? room : undefined;
}

/** The layout of the code, for the tools that enforce it. */
export const layout = { allowedImports, roomOfNouns };
