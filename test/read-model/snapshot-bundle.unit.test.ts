import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import type { Reader } from '../../shared/kernel/core/database.ts';
import type { ModelDefinition } from '../../shared/kernel/read-model/definition.ts';
import { ModelCache } from '../../shared/kernel/read-model/model-cache.ts';
import { SnapshotBundle } from '../../shared/kernel/read-model/snapshot-bundle.ts';
import { suiteBucket } from '../support/suite-bucket.ts';

const BUCKET = 'bundles';
const WORKSPACE = 'workspace-1';
const DAY_MS = 86_400_000;

const { files } = suiteBucket(BUCKET);
/** The models that were built, by owner, in any order: those of a search open side by side. */
let built: string[];
/** Changes of each owner, by which the log is as long. */
let changed: Record<string, string[]>;

beforeEach(() => {
  built = [];
  changed = {};
  for (const file of files()) rmSync(file);
});

/** A model of three documents, or of more than a bundle takes. */
const definition: ModelDefinition = {
  name: 'tests',
  version: 1,
  columns: {},
  indexes: [],
  kinds: ['thing'],
  logOf: (_read, ownerId) => Promise.resolve(ownerId),
  changes: {
    retention: () => Infinity,
    hasLost: () => Promise.resolve(false),
    newest: (_read, log) => Promise.resolve(changed[log]?.length ?? 0),
    before: () => Promise.resolve(0),
    after: (_read, log, entry) =>
      Promise.resolve({
        changes: (changed[log] ?? []).slice(entry).map((id) => ({ kind: 'thing', id })),
        entry: changed[log]?.length ?? 0,
      }),
  },
  build(_read, ownerId) {
    built.push(ownerId);
    const count = ownerId === 'large' ? 8_000 : 3;
    const documents = Array.from({ length: count }, (_, n) => documentOf(String(n + 1), ownerId));
    return Promise.resolve({ documents, next: undefined });
  },
  load: (_read, _kind, ids, ownerId) =>
    Promise.resolve(ids.map((id) => ({ id, document: documentOf(id, ownerId) }))),
};

const documentOf = (id: string, ownerId: string) => ({
  id,
  reference: null,
  title: `${ownerId} ${id}`,
  body: Array.from({ length: 20 }, (_, n) => `w${id}x${n}`).join(' '),
  columns: {},
  tags: {},
});

/** A search of some teams in a sandbox: the titles that it has. */
async function search(
  cache: ModelCache,
  teams: readonly string[],
  { of = definition, workspace = WORKSPACE, now = new Date() } = {},
): Promise<string[][]> {
  const snapshots = { bucket: BUCKET, epoch: '' };
  const bundle = new SnapshotBundle(snapshots, workspace, now);
  const use = { read: {} as Reader, isLate: () => false, snapshots, bundle, now, retention: Infinity };
  return await bundle.during(() =>
    Promise.all(
      teams.map((team) =>
        cache.use(of, team, use, (model) =>
          model
            .statement('SELECT title FROM document ORDER BY id')
            .all()
            .map(({ title }) => String(title)),
        ),
      ),
    ),
  );
}

test('the small models of a workspace are saved as one object, from which another sandbox opens them', async () => {
  const shown = await search(new ModelCache(), ['a', 'b', 'c']);
  expect([files().length, built.length]).toEqual([1, 3]);
  changed['b'] = ['4'];
  expect(await search(new ModelCache(), ['a', 'b', 'c'])).toEqual([
    shown[0],
    [...shown[1]!, 'b 4'],
    shown[2],
  ]);
  expect(built).toHaveLength(3);
});

test('what a sandbox adds to a bundle leaves the models of others in it', async () => {
  await search(new ModelCache(), ['a']);
  await search(new ModelCache(), ['b']);
  await search(new ModelCache(), ['a', 'b']);
  expect([files().length, built]).toEqual([1, ['a', 'b']]);
});

test('another workspace, and another version of the code, have their own snapshots', async () => {
  await search(new ModelCache(), ['a']);
  await search(new ModelCache(), ['a'], { workspace: 'workspace-2' });
  const next = { ...definition, version: 2 };
  await search(new ModelCache(), ['a'], { of: next });
  expect([files().length, built.length]).toEqual([2, 3]);
  await search(new ModelCache(), ['a']);
  await search(new ModelCache(), ['a'], { of: next });
  expect(built).toHaveLength(3);
});

test('a bundle that is damaged, or lost, is written again', async () => {
  const shown = await search(new ModelCache(), ['a', 'b']);
  const [file] = files();
  const whole = readFileSync(file!);
  for (const damaged of ['', 'no bundle', whole.subarray(0, whole.length - 9)]) {
    writeFileSync(file!, damaged);
    expect(await search(new ModelCache(), ['a', 'b'])).toEqual(shown);
    const before = built.length;
    expect(await search(new ModelCache(), ['a', 'b'])).toEqual(shown);
    expect(built).toHaveLength(before);
  }
});

test('of sandboxes that apply the same changes, one saves them', async () => {
  const [one, other] = [new ModelCache(), new ModelCache()];
  await search(one, ['a']);
  await search(other, ['a']);
  const [file] = files();
  changed['a'] = Array.from({ length: 60 }, (_, n) => String(n + 10));
  const later = (minutes: number) => ({ now: new Date(Date.now() + minutes * 60_000) });
  await search(one, ['a'], later(1));
  const saved = readFileSync(file!);
  await search(other, ['a'], later(2));
  expect(readFileSync(file!).equals(saved)).toBe(true);
  changed['a'].push(...changed['a']);
  await search(other, ['a'], later(3));
  expect(readFileSync(file!).equals(saved)).toBe(false);
});

test('a large model has an object of its own', async () => {
  await search(new ModelCache(), ['a', 'large']);
  expect(files()).toHaveLength(2);
  await search(new ModelCache(), ['a', 'large']);
  expect(built.toSorted()).toEqual(['a', 'large']);
});

test('snapshots that nothing renews for a week leave the bundle', async () => {
  const later = (days: number) => ({ now: new Date(Date.now() + days * DAY_MS) });
  await search(new ModelCache(), ['gone', 'a']);
  const [file] = files();
  expect(readFileSync(file!).includes('/gone"')).toBe(true);
  await search(new ModelCache(), ['a'], later(4));
  expect(readFileSync(file!).includes('/gone"')).toBe(true);
  await search(new ModelCache(), ['a'], later(8));
  expect(readFileSync(file!).includes('/gone"')).toBe(false);
  await search(new ModelCache(), ['a'], later(8));
  expect(built.toSorted()).toEqual(['a', 'gone']);
});

test('a bucket that does not answer costs time and nothing else', async () => {
  const bundle = new SnapshotBundle({ bucket: 'no-such-bucket', epoch: '' }, WORKSPACE, new Date());
  expect(await bundle.snapshotOf(definition, 'a')).toBeUndefined();
});
