import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';

const root = resolve(import.meta.dirname, '../..');

/** How a store declares where the keys of its own items begin: a kind, or a key of an item by itself. */
const DECLARATION = /\b(?:itemKind|entityKey)\(\s*(?:'([^']+)'|`([^`$]+))/g;

/** Items that two stores share on purpose: what requests read of a membership is the member. */
const SHARED = ['M#'];

interface Declared {
  prefix: string;
  file: string;
}

function declaredIn(files: Record<string, string>): Declared[] {
  return Object.entries(files).flatMap(([file, text]) =>
    [...text.matchAll(DECLARATION)].map(([, quoted, template]) => ({ prefix: (quoted ?? template)!, file })),
  );
}

/** Pairs of which one would read the other's items as its own: the same beginning, or one that goes on. */
function clashes(declared: readonly Declared[]): string[] {
  return declared.flatMap((one, position) =>
    declared
      .slice(position + 1)
      .filter((other) => other.file !== one.file)
      .filter(({ prefix }) => !(prefix === one.prefix && SHARED.includes(prefix)))
      .filter(({ prefix }) => prefix.startsWith(one.prefix) || one.prefix.startsWith(prefix))
      .map((other) => `${one.prefix} of ${one.file} and ${other.prefix} of ${other.file}`),
  );
}

const stores = Object.fromEntries(
  globSync('shared/**/*.ts', { cwd: root }).map((file) => [file, readFileSync(resolve(root, file), 'utf8')]),
);

test('no two stores begin the keys of their items alike', () => {
  const declared = declaredIn(stores);
  // Every noun has some: the pattern still finds them.
  expect(declared.length).toBeGreaterThan(40);
  expect(new Set(declared.map(({ prefix }) => prefix))).toContain('S#');
  expect(clashes(declared)).toEqual([]);
});

test('a store that takes the prefix of another, or the beginning of one, is found', () => {
  const relations = { 'shared/relations/relation-store.ts': "export const relationKind = itemKind('RL#');" };
  const same = { ...relations, 'shared/other/other-store.ts': 'const key = (id) => entityKey(`RL#${id}`);' };
  const longer = { ...relations, 'shared/other/other-store.ts': "const key = entityKey('RL#ALL');" };
  const apart = { ...relations, 'shared/other/other-store.ts': 'const key = (id) => entityKey(`RX#${id}`);' };
  expect(clashes(declaredIn(same))).toHaveLength(1);
  expect(clashes(declaredIn(longer))).toHaveLength(1);
  expect(clashes(declaredIn(apart))).toEqual([]);
});
