import type { Metafile } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** How stores declare where the keys of their items begin, and partitions that no items begin (shared/kernel/db/table.ts). */
const DECLARATION = /\b(?:itemKind|namedPartition)\(\s*'(?<start>[^']+)'/g;

/**
 * The partition keys that a function's code may use, as patterns of IAM's StringLike: those of the stores in its bundle. Who
 * imports a store needs its items; what no code of a function names cannot be read or written by its rights.
 */
export function reachedKeys({ outputs }: Metafile): string[] {
  const patterns = new Set<string>();
  for (const { inputs } of Object.values(outputs)) {
    for (const [path, { bytesInOutput }] of Object.entries(inputs)) {
      if (bytesInOutput > 0) for (const pattern of patternsIn(withoutNamespace(path))) patterns.add(pattern);
    }
  }
  return [...patterns].sort();
}

/** By their functions, what the code of the release before reached (test/releases/main.ts). */
const formerKeys = JSON.parse(readFileSync(join(import.meta.dirname, 'former-keys.json'), 'utf8')) as Record<
  string,
  string[]
>;

/**
 * The partition keys that a function's role allows. Those of the release before are among them: its code runs with the role of
 * this one during a rollout, and after a rollback until the stacks are back.
 */
export const grantedKeys = (name: string, metafile: Metafile): string[] =>
  [...new Set([...reachedKeys(metafile), ...(formerKeys[name] ?? [])])].sort();

/** A module that is imported on demand has a namespace before its path (shared-chunks.ts). */
const withoutNamespace = (path: string): string => path.replace(/^[\w-]+:/, '');

/** By path; the bundles of 30 functions have most modules in common. */
const known = new Map<string, string[]>();

function patternsIn(path: string): string[] {
  if (!/(?:^|\/)shared\/.*\.ts$/.test(path)) return [];
  const read = known.get(path);
  if (read) return read;
  const found = [...readFileSync(path, 'utf8').matchAll(DECLARATION)].map(({ groups }) =>
    groups!['start']!.endsWith('#') ? `${groups!['start']}*` : groups!['start']!,
  );
  known.set(path, found);
  return found;
}
