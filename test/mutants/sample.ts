import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { seededRandom, shuffled } from '../support/random.ts';
import { mutationsOf, type Mutant } from './mutations.ts';

/** Files that run: not the texts of pages and guides, and not what only passes things on. */
const EXCLUDED = [/\/index\.ts$/, /\.d\.ts$/, /\/guide-/, /^infra\/tooling\//, /\/demo\//, /receivers\.ts$/];

/** Every mutant of the product's code, in the order of the files. */
function allMutants(root: string): Mutant[] {
  const files = globSync('{shared,functions,infra}/**/*.ts', { cwd: root })
    .filter((file) => !EXCLUDED.some((pattern) => pattern.test(file)))
    .sort();
  return files.flatMap((file) => {
    const text = readFileSync(resolve(root, file), 'utf8');
    return mutationsOf(file, text).map((mutation) => {
      const original = text.slice(mutation.start, mutation.end);
      return { ...mutation, file, original, id: nameOf(file, mutation.start, mutation.operator) };
    });
  });
}

const nameOf = (...parts: (string | number)[]): string =>
  createHash('sha256').update(parts.join('\n')).digest('hex').slice(0, 10);

/** How often each part of the code is drawn from: by size alone, the entry points would hardly ever be. */
const SHARES = { shared: 0.6, infra: 0.34, functions: 0.06 } as const;

/**
 * Mutants in the order in which they are tried: each time a part of the code is drawn by its share, then a kind of
 * mutation, each as often as any other, then one of these in that part. None twice.
 */
export function* drawSample(root: string, seed: number, only = ''): Generator<Mutant> {
  const random = seededRandom(seed);
  const pools = new Map<string, Map<string, Mutant[]>>();
  for (const mutant of shuffled(allMutants(root), seed)) {
    if (!mutant.file.includes(only)) continue;
    const part = mutant.file.split('/')[0]!;
    const kinds = pools.get(part) ?? new Map<string, Mutant[]>();
    pools.set(part, kinds.set(mutant.operator, push(kinds.get(mutant.operator), mutant)));
  }
  for (;;) {
    const parts = Object.entries(SHARES).filter(([part]) => pools.has(part));
    if (parts.length === 0) return;
    const part = drawPart(parts, random());
    const kinds = pools.get(part)!;
    const kind = [...kinds.keys()].sort()[Math.floor(random() * kinds.size)]!;
    const mutant = kinds.get(kind)!.pop()!;
    if (kinds.get(kind)!.length === 0) kinds.delete(kind);
    if (kinds.size === 0) pools.delete(part);
    yield mutant;
  }
}

function drawPart(parts: readonly (readonly [string, number])[], at: number): string {
  let left = at * parts.reduce((sum, [, share]) => sum + share, 0);
  return (parts.find(([, share]) => (left -= share) < 0) ?? parts.at(-1)!)[0];
}

function push<T>(known: T[] | undefined, thing: T): T[] {
  const list = known ?? [];
  list.push(thing);
  return list;
}
