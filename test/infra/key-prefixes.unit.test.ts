import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ownIds } from '../../cli/deletion/belonging.ts';
import { loadItemKinds } from '../../cli/deletion/item-kinds.ts';
import { GUARD_PREFIX } from '../../shared/kernel/db/table.ts';

const root = resolve(import.meta.dirname, '../..');

/** How a store declares where the keys of its own items begin. */
const DECLARATION = /\bitemKind\(\s*'([^']+)'/g;

/** A key without a kind: nothing would say what deletes its items. */
const WITHOUT_KIND = /\b(?:entityKey\(|pk:)\s*['`]([^'`$]+)/g;

interface Declared {
  prefix: string;
  file: string;
}

function declaredIn(files: Record<string, string>): Declared[] {
  return Object.entries(files).flatMap(([file, text]) =>
    [...text.matchAll(DECLARATION)].map(([, prefix]) => ({ prefix: prefix!, file })),
  );
}

/** Pairs of which one would read the other's items as its own: the same beginning, or one that goes on. */
function clashes(declared: readonly Declared[]): string[] {
  return declared.flatMap((one, position) =>
    declared
      .slice(position + 1)
      .filter((other) => other.file !== one.file)
      .filter(({ prefix }) => prefix.startsWith(one.prefix) || one.prefix.startsWith(prefix))
      .map((other) => `${one.prefix} of ${one.file} and ${other.prefix} of ${other.file}`),
  );
}

const stores = Object.fromEntries(
  globSync('shared/**/*.ts', { cwd: root }).map((file) => [file, readFileSync(resolve(root, file), 'utf8')]),
);

const commands = Object.fromEntries(
  globSync('infra/**/*.ts', { cwd: root }).map((file) => [file, readFileSync(resolve(root, file), 'utf8')]),
);

test('no two stores begin the keys of their items alike', () => {
  const declared = declaredIn(stores);
  // Every noun has some: the pattern still finds them.
  expect(declared.length).toBeGreaterThan(40);
  expect(new Set(declared.map(({ prefix }) => prefix))).toContain('S#');
  expect(clashes(declared)).toEqual([]);
});

test('keys begin in stores only', () => {
  const outside = Object.entries(stores).filter(([file]) => !/-(store|kind)\.ts$/.test(file));
  expect(declaredIn(Object.fromEntries(outside))).toEqual([]);
  const inCode = [...outside, ...Object.entries(commands)].flatMap(([file, text]) =>
    [...text.matchAll(/['`]([A-Z]{1,8}#)/g)].map(([, prefix]) => `${prefix!} in ${file}`),
  );
  expect(inCode).toEqual(['G# in shared/kernel/db/table.ts', 'PROBE# in infra/probe/questions.ts']);
});

/** The beginnings of keys in a text that are of no kind. */
const withoutKind = (text: string, kinds: readonly Declared[]): string[] =>
  [...text.matchAll(WITHOUT_KIND)]
    .map(([, prefix]) => prefix!)
    .filter((start) => !kinds.some(({ prefix }) => start.startsWith(prefix)));

test('all keys are of a kind', () => {
  const kinds = declaredIn(stores);
  const found = Object.values(stores).flatMap((text) => withoutKind(text, kinds));
  expect(found).toEqual([]);
  expect(withoutKind('entityKey(`XX#${id}`); ({ pk: `XY#${id}`, sk })', kinds)).toEqual(['XX#', 'XY#']);
});

test('three partitions are of no kind', () => {
  const named = Object.values(stores).flatMap((text) => [...text.matchAll(/\bnamedPartition\('([^']+)'\)/g)]);
  // The indexes of lanes that are due and of all workspaces; and what nobody stores, to see whether the database answers.
  expect(named.map(([, name]) => name).sort()).toEqual(['DUE#', 'READINESS', 'WORKSPACES']);
});

test('the keys of people begin in one file', () => {
  const written = Object.entries(stores).filter(([, text]) => /['`]U#/.test(text));
  expect(written.map(([file]) => file)).toEqual(['shared/kernel/auth/user-kind.ts']);
});

test('a store that takes the prefix of another, or the beginning of one, is found', () => {
  const relations = {
    'shared/planning/relations/relation-store.ts':
      "export const relationKind = itemKind('RL#', 'workspace');",
  };
  const same = {
    ...relations,
    'shared/other/other-store.ts': "const { key } = itemKind('RL#', 'workspace');",
  };
  const longer = { ...relations, 'shared/other/other-store.ts': "itemKind('RL#ALL#', 'workspace')" };
  const apart = { ...relations, 'shared/other/other-store.ts': "itemKind('RX#', 'workspace')" };
  expect(clashes(declaredIn(same))).toHaveLength(1);
  expect(clashes(declaredIn(longer))).toHaveLength(1);
  expect(clashes(declaredIn(apart))).toEqual([]);
});

test('deleting a workspace knows each kind of item and what deletes it', async () => {
  const kinds = await loadItemKinds();
  const known = new Set(kinds.map(({ prefix }) => prefix));
  expect(declaredIn(stores).filter(({ prefix }) => !known.has(prefix))).toEqual([]);

  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const followed = kinds.filter(({ key }) => ownIds(key(id), kinds).includes(id));
  const deleters = new Set(followed.map(({ deletedBy }) => deletedBy));
  expect(deleters).toEqual(new Set(['workspace', 'workspace first', 'team']));
  // Names that people choose may look like ids.
  const guards = kinds.filter(({ prefix }) => prefix.startsWith(GUARD_PREFIX));
  expect(new Set(guards.map(({ deletedBy }) => deletedBy))).toEqual(new Set(['release']));
  expect(ownIds({ pk: `UNKNOWN#${id}` }, kinds)).toEqual([]);
});
