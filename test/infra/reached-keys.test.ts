import type { Metafile } from 'esbuild';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import {
  bundledKeys,
  bundleFunctions,
  functionFolder,
  functionNames,
} from '../../infra/constructs/bundle.ts';
import { grantedKeys, reachedKeys } from '../../infra/constructs/reached-keys.ts';

const root = resolve(import.meta.dirname, '../..');

/**
 * A key that a store makes of parts, as the partition of an index `T#${teamId}#ST`. Its beginning belongs to a kind that may be
 * declared in another store. A sort key is none: AWS judges partition keys only.
 */
const MADE = /(?<!\bsk: )`([A-Z]{1,10}#[^`]*)`/g;

/** The only one that is not said to be a sort key where it is made (digest-store.ts). */
const SORT_KEY = 'DIGEST#${}#';

/** Those of a text, without the names of variables, which a bundle shortens. */
const madeIn = (text: string): string[] =>
  [...text.matchAll(MADE)].map(([, key]) => key!.replaceAll(/\$\{[^}]*\}/g, '${}'));

const stores = globSync('shared/**/*-{store,kind}.ts', { cwd: root });
const made = new Set(stores.flatMap((file) => madeIn(readFileSync(resolve(root, file), 'utf8'))));
made.delete(SORT_KEY);

/** Those that are left in the code of a function. */
function madeBy(name: string): string[] {
  const folder = functionFolder(name);
  const files = readdirSync(folder).filter((file) => file.endsWith('.mjs'));
  const found = files.flatMap((file) => madeIn(readFileSync(`${folder}${file}`, 'utf8')));
  return [...new Set(found)].filter((key) => made.has(key));
}

const startsLike = (key: string, pattern: string): boolean => key.startsWith(pattern.replace(/\*$/, ''));

/** What AWS would refuse a function, because it imports no store that declares where such keys begin. */
const refused = (keys: readonly string[], patterns: readonly string[]): string[] =>
  keys.filter((key) => !patterns.some((pattern) => startsLike(key, pattern)));

let metafiles: Record<string, Metafile>;
beforeAll(async () => {
  metafiles = await bundleFunctions();
});

describe('keys that stores make by hand', () => {
  test('are found in the code of functions, each in one at least', () => {
    const found = new Set(functionNames.flatMap(madeBy));
    expect(made.size).toBeGreaterThan(60);
    expect([...made].filter((key) => !found.has(key))).toEqual([]);
  });

  test.each(functionNames)('begin in %s like those of a store that it imports', (name) => {
    expect(refused(madeBy(name), reachedKeys(metafiles[name]!))).toEqual([]);
  });

  test('are refused without a store that declares their beginning', () => {
    expect(refused(['T#${}#ST', 'ST#${}'], ['S#*', 'ST#*'])).toEqual(['T#${}#ST']);
  });
});

describe('a role', () => {
  const former = JSON.parse(
    readFileSync(resolve(root, 'infra/constructs/former-keys.json'), 'utf8'),
  ) as Record<string, string[]>;
  const known = Object.keys(former).filter((name) => functionNames.includes(name));

  test.each(known)('of %s allows what its code and that of the release before reach', (name) => {
    expect(bundledKeys(name)).toEqual(
      expect.arrayContaining([...former[name]!, ...reachedKeys(metafiles[name]!)]),
    );
  });

  test('still allows the code of the release before what this one no longer imports', () => {
    const withoutStores: Metafile = { inputs: {}, outputs: {} };
    expect(grantedKeys('stories', withoutStores)).toEqual(former['stories']);
    expect(former['stories']).toContain('S#*');
    expect(grantedKeys('added', withoutStores)).toEqual([]);
  });
});
