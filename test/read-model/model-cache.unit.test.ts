import { Readable } from 'node:stream';
import { expect, test } from 'vitest';
import type { Reader } from '../../shared/kernel/core/database.ts';
import { DEFAULT_QUOTAS } from '../../shared/kernel/api/limits/quotas.ts';
import { ModelCache, modelLimits, storageFor } from '../../shared/kernel/read-model/model-cache.ts';
import { openModel, packModel } from '../../shared/kernel/read-model/model-file.ts';
import type { IndexedDocument, ModelDefinition } from '../../shared/kernel/read-model/definition.ts';
import type { ReadModel } from '../../shared/kernel/read-model/read-model.ts';

const document = (id: string): IndexedDocument => ({
  id,
  reference: null,
  title: `Title ${id}`,
  body: '',
  columns: {},
  tags: {},
});

const DAY_MS = 24 * 60 * 60 * 1000;

/** What the log has since the model began. */
const changes = [
  { kind: 'thing', id: '1' },
  { kind: 'thing', id: '9' },
];

/** A model whose first build takes three steps. */
const definition: ModelDefinition = {
  name: 'tests',
  version: 1,
  columns: {},
  indexes: [],
  kinds: ['thing'],
  logOf: () => Promise.resolve('log'),
  changes: {
    retention: () => DAY_MS,
    hasLost: () => Promise.resolve(false),
    newest: () => Promise.resolve(0),
    before: () => Promise.resolve(0),
    after: (_read, _log, entry) => Promise.resolve({ changes: entry === 0 ? changes : [], entry: 2 }),
  },
  build: (_read, _owner, from = '1') =>
    Promise.resolve({
      documents: [document(from)],
      next: from === '3' ? undefined : String(Number(from) + 1),
    }),
  load: (_read, _kind, ids) =>
    Promise.resolve(ids.map((id) => ({ id, document: id === '1' ? null : document(id) }))),
};

const use = (isLate: () => boolean = () => false, now = new Date()) => ({
  read: {} as Reader,
  isLate,
  snapshots: undefined,
  now,
  retention: DAY_MS,
});
const idsIn = (model: ReadModel) =>
  model
    .statement('SELECT id FROM document ORDER BY id')
    .all()
    .map(({ id }) => id);

test('a first build that has no time left is a 503 with Retry-After, and goes on with the next request', async () => {
  const cache = new ModelCache();
  let steps = 0;
  const once = use(() => steps++ > 0);
  await expect(cache.use(definition, 'team', once, idsIn)).rejects.toMatchObject({
    status: 503,
    code: 'service_unavailable',
    headers: { 'Retry-After': '2' },
    message: expect.stringContaining('1 documents so far') as unknown,
  });
  expect(await cache.use(definition, 'team', use(), idsIn)).toEqual(['2', '3', '9']);
});

test('a step of long documents ends early where a request has no time left, and goes on with the rest of them', async () => {
  const body = Array.from({ length: 6_000 }, (_, n) => `w${n}`).join(' ');
  const long = Array.from({ length: 30 }, (_, n) => ({ ...document(`${n + 20}`), body }));
  const added: number[] = [];
  const ofLong: ModelDefinition = {
    ...definition,
    build: () => Promise.resolve({ documents: long, next: undefined }),
  };
  const cache = new ModelCache();
  let looks = 0;
  for (let tries = 0; tries < 10; tries++) {
    looks = 0;
    const answer = await cache
      .use(
        ofLong,
        'team',
        use(() => looks++ > 0),
        idsIn,
      )
      .catch((error: Error) => error);
    if (!(answer instanceof Error)) return void expect([added.length > 1, answer.length]).toEqual([true, 31]);
    added.push(Number(/(\d+) documents so far/.exec(answer.message)![1]));
    expect(added.at(-1)).toBeGreaterThan(added.at(-2) ?? 0);
    expect(added.at(-1)! - (added.at(-2) ?? 0)).toBeLessThan(15);
  }
  throw new Error('The model was not built.');
});

test('the models used least recently are closed when there are too many, and built again on request', async () => {
  const cache = new ModelCache({ models: 2, bytes: 1e9, modelBytes: 1e9 });
  for (const team of ['a', 'b', 'a', 'c']) await cache.use(definition, team, use(), idsIn);
  expect(cache.size.models).toBe(2);
  expect(await cache.use(definition, 'b', use(), idsIn)).toEqual(['2', '3', '9']);
  const small = new ModelCache({ models: 100, bytes: 1, modelBytes: 1e9 });
  for (const team of ['a', 'b']) await small.use(definition, team, use(), idsIn);
  expect(small.size.models).toBe(1);
});

test('a model above the limit stays open next to smaller ones that the same requests use', async () => {
  const { counted, counting: model } = counting();
  const large: ModelDefinition = {
    ...model,
    build: async (...step) => ({
      ...(await model.build(...step)),
      documents: [{ ...document(step[2] ?? '1'), title: 'x'.repeat(1_000_000) }],
    }),
  };
  const cache = new ModelCache({ models: 100, bytes: 500_000, modelBytes: 1e9 });
  for (let request = 0; request < 3; request++) {
    await cache.use(large, 'large', use(), idsIn);
    await cache.use(definition, 'small', use(), idsIn);
  }
  expect(counted.builds).toBe(1);
  expect(cache.size.models).toBe(2);
});

test('the stories and comments of a team with the quota of a workspace have room side by side', () => {
  const { bytes, modelBytes } = modelLimits(storageFor(DEFAULT_QUOTAS.stories));
  // A story with a description of 500 characters, as `npm run bench:search -- million` measures it.
  expect(modelBytes).toBeGreaterThan(DEFAULT_QUOTAS.stories * 1_477);
  expect(bytes).toBeGreaterThanOrEqual(2 * modelBytes);
});

test('a model that a request uses is not closed, although others are above the limits', async () => {
  const cache = new ModelCache({ models: 1, bytes: 1, modelBytes: 1e9 });
  const { promise: isSearched, resolve: finish } = Promise.withResolvers<void>();
  const slow: ModelDefinition = {
    ...definition,
    build: async (...step) => {
      if (step[2] === '3') await isSearched;
      return definition.build(...step);
    },
  };
  const searching = cache.use(slow, 'slow', use(), idsIn);
  for (const team of ['a', 'b']) await cache.use(definition, team, use(), idsIn);
  finish();
  expect(await searching).toEqual(['2', '3', '9']);
  expect(cache.size.models).toBe(1);
});

test('a room for files that is full is cleared of other models', async () => {
  const cache = new ModelCache();
  await cache.use(definition, 'other', use(), idsIn);
  let attempts = 0;
  const growing: ModelDefinition = {
    ...definition,
    build: (...step) => {
      if (attempts++ === 0) throw Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
      return definition.build(...step);
    },
  };
  expect(await cache.use(growing, 'team', use(), idsIn)).toEqual(['2', '3', '9']);
  expect(cache.size.models).toBe(1);
});

test('a first build that outgrows the limit does not start again with each request', async () => {
  const small = new ModelCache({ models: 100, bytes: 1, modelBytes: 1e9 });
  const { counted, counting: model } = counting();
  for (let attempt = 0; attempt < 2; attempt++) {
    let steps = 0;
    const late = use(() => steps++ > 0);
    await expect(small.use(model, 'large', late, idsIn)).rejects.toMatchObject({ status: 503 });
  }
  expect(await small.use(model, 'large', use(), idsIn)).toEqual(['2', '3', '9']);
  expect(counted.builds).toBe(1);
});

test('a snapshot that is damaged, of another owner or of another version is ignored', async () => {
  const model = (await openModel(definition, 'team'))!;
  model.apply([document('1')], [], { build: 'done', entry: 7 });
  const snapshot = await packModel(model);
  model.close();
  const open = (bytes: Uint8Array, of = definition, owner = 'team') =>
    openModel(of, owner, Readable.from([bytes]));
  const opened = (await open(snapshot))!;
  expect(idsIn(opened)).toEqual(['1']);
  expect(opened.state).toMatchObject({ build: 'done', entry: 7 });
  opened.close();
  for (const position of [0, snapshot.length >> 1, snapshot.length - 1]) {
    const damaged = Uint8Array.from(snapshot);
    damaged[position]! ^= 1;
    expect(await open(damaged)).toBeUndefined();
  }
  for (const length of [0, 40, snapshot.length - 1]) {
    expect(await open(snapshot.subarray(0, length))).toBeUndefined();
  }
  expect(await open(snapshot, definition, 'other')).toBeUndefined();
  expect(await open(snapshot, { ...definition, version: 2 })).toBeUndefined();
});

/** A definition that counts how often its model is built. */
function counting(changes = definition.changes) {
  const counted = { builds: 0 };
  const build: ModelDefinition['build'] = (...step) => {
    counted.builds += step[2] === undefined ? 1 : 0;
    return definition.build(...step);
  };
  return { counted, counting: { ...definition, changes, build } };
}
const at = (hours: number) => use(undefined, new Date(1e12 + hours * 60 * 60 * 1000));

test('a model whose next changes the log has lost is built again', async () => {
  const cache = new ModelCache();
  let hasLost = false;
  const lossy = { ...definition.changes, hasLost: () => Promise.resolve(hasLost) };
  const { counted, counting: model } = counting(lossy);
  for (const hours of [0, 2]) await cache.use(model, 'team', at(hours), idsIn);
  expect(counted.builds).toBe(1);
  hasLost = true;
  expect(await cache.use(model, 'team', at(4), idsIn)).toEqual(['2', '3', '9']);
  expect(counted.builds).toBe(2);
});

test('a model that the log may have passed is built again', async () => {
  const cache = new ModelCache();
  const { counted, counting: model } = counting();
  for (const hours of [0, 23, 46]) await cache.use(model, 'team', at(hours), idsIn);
  expect(counted.builds).toBe(1);
  expect(await cache.use(model, 'team', at(70), idsIn)).toEqual(['2', '3', '9']);
  expect(counted.builds).toBe(2);
});

test('the error of a model that a function cannot hold says so, and what works instead', async () => {
  const cache = new ModelCache({ models: 100, bytes: 1e9, modelBytes: 1 });
  await cache.use(definition, 'team', use(), idsIn);
  await expect(cache.use(definition, 'team', use(), idsIn)).rejects.toMatchObject({
    status: 503,
    code: 'service_unavailable',
    headers: {},
    message: expect.stringContaining(
      'too large to be searched: its search index holds 3 documents',
    ) as unknown,
    hint: expect.stringContaining('without q, filter and sort') as unknown,
  });
});
