import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { ownIds } from '../../infra/cli/deletion/belonging.ts';

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
  // What nobody stores, and is read to see whether the database answers.
  const declared = declaredIn(Object.fromEntries(outside)).filter(({ prefix }) => prefix !== 'READINESS');
  expect(declared).toEqual([]);
  const inCode = [...outside, ...Object.entries(commands)].flatMap(([file, text]) =>
    [...text.matchAll(/['`]([A-Z]{1,8}#)/g)].map(([, prefix]) => `${prefix!} in ${file}`),
  );
  expect(inCode).toEqual(['G# in shared/db/table.ts', 'PROBE# in infra/probe/questions.ts']);
});

test('the keys of people begin in one file', () => {
  const written = Object.entries(stores).filter(([, text]) => /['`]U#/.test(text));
  expect(written.map(([file]) => file)).toEqual(['shared/auth/user-kind.ts']);
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

/**
 * What an id in the keys of each kind of item names. Deleting a workspace takes all that names an id of the workspace,
 * and goes on with the ids in the keys of what it takes: they must never be those of people or of other workspaces.
 */
const reach: Record<'ofWorkspace' | 'ofPeople' | 'hashed', string[]> = {
  ofWorkspace: [
    ...[
      'W#',
      'M#',
      'T#',
      'C#',
      'S#',
      'K#',
      'RL#',
      'L#',
      'ST#',
      'O#',
      'R#',
      'P#',
      'OF#',
      'SC#',
      'SR#',
      'V#',
      'H#',
    ],
    ...['E#', 'D#', 'DS#', 'EV#', 'FO#', 'XS#', 'F#', 'FI#', 'FC#', 'FM#', 'FU#', 'VB#', 'VI#', 'J#', 'AU#'],
    ...['MAIL#', 'LOG#', 'WR#', 'PLAN#', 'WH#'],
  ],
  // People, clients and guards of names, of which only single items name a workspace; and what belongs to nobody.
  ofPeople: [
    'U#',
    'UJ#',
    'ONCE#',
    'REBUILD#',
    ...['code', 'customer', 'feedback', 'label', 'mail', 'slug', 'status'].map((name) => `G#${name}#`),
  ],
  // No id can be read from these keys; what they count or mark expires within a day, or names its workspace.
  hashed: ['A#', 'AC#', 'CODE#', 'CT#', 'I#', 'LIMIT#', 'MAILSTOP#', 'OIDC#', 'RATE#', 'READINESS', 'XV#'],
};

test('deleting a workspace knows each kind of item', () => {
  const known = Object.values(reach).flat();
  const unknown = declaredIn(stores).filter(({ prefix }) => !known.includes(prefix));
  // A new kind: say here what its keys name, and see that infra/cli/deletion/belonging.ts treats it so.
  expect(unknown).toEqual([]);
  const id = '01890a5d-ac96-774b-bcce-b302099a8057';
  const keyOf = (prefix: string) => ({ pk: `${prefix}${id}`, sk: '-' });
  expect(reach.ofWorkspace.filter((prefix) => ownIds(keyOf(prefix))[0] !== id)).toEqual([]);
  expect(reach.ofPeople.filter((prefix) => ownIds(keyOf(prefix)).length > 0)).toEqual([]);
});
