import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import type { Reader } from '../../shared/kernel/core/database.ts';
import type { LoggedChange } from '../../shared/kernel/read-model/change-log.ts';
import type { ModelDefinition } from '../../shared/kernel/read-model/definition.ts';
import { ModelCache } from '../../shared/kernel/read-model/model-cache.ts';
import { suiteBucket } from '../support/suite-bucket.ts';

const BUCKET = 'snapshots';
/** So many that a twentieth of them is worth a snapshot. */
const DOCUMENTS = 1_200;

const { files } = suiteBucket(BUCKET);
let builds: number;
let log: LoggedChange[];
let titles: Map<string, string>;

beforeEach(() => {
  builds = 0;
  log = [];
  titles = new Map(Array.from({ length: DOCUMENTS }, (_, index) => [String(index), `Title ${index}`]));
  for (const file of files()) rmSync(file);
});

const document = (id: string) => ({
  id,
  reference: null,
  title: titles.get(id)!,
  body: '',
  columns: {},
  tags: {},
});

const definition: ModelDefinition = {
  name: 'tests',
  version: 1,
  columns: {},
  indexes: [],
  kinds: ['thing'],
  logOf: () => Promise.resolve('log'),
  changes: {
    retention: () => Infinity,
    hasLost: () => Promise.resolve(false),
    newest: () => Promise.resolve(log.length),
    before: () => Promise.resolve(0),
    after: (_read, _log, entry) => Promise.resolve({ changes: log.slice(entry), entry: log.length }),
  },
  build() {
    builds++;
    return Promise.resolve({ documents: [...titles.keys()].map(document), next: undefined });
  },
  load: (_read, _kind, ids) =>
    Promise.resolve(ids.map((id) => ({ id, document: titles.has(id) ? document(id) : null }))),
};

/** The documents in a sandbox's model, as one text. */
const shownIn = (
  cache: ModelCache,
  of = definition,
  bucket = BUCKET,
  isLate = () => false,
  now = new Date(),
  epoch = '',
): Promise<string> =>
  cache.use(
    of,
    'team',
    { read: {} as Reader, isLate, snapshots: { bucket, epoch }, now, retention: Infinity },
    (model) => JSON.stringify(model.statement('SELECT id, title FROM document ORDER BY id').all()),
  );

const change = (id: string, title: string) => {
  titles.set(id, title);
  log.push({ kind: 'thing', id });
};

test('a sandbox opens what another one has saved, and both show the same at each entry of the log', async () => {
  const [one, other] = [new ModelCache(), new ModelCache()];
  await shownIn(one);
  expect(files()).toHaveLength(1);
  change('7', 'Another title');
  const shown = await shownIn(other);
  expect(builds).toBe(1);
  expect(shown).toContain('Another title');
  expect(await shownIn(one)).toBe(shown);
  titles.delete('8');
  change('9', 'And another');
  log.push({ kind: 'thing', id: '8' });
  expect(await shownIn(other)).toBe(await shownIn(one));
  expect(await shownIn(one)).not.toContain('Title 8"');
});

test('a snapshot that is corrupt is built again and replaced, and one that is lost is written again', async () => {
  const shown = await shownIn(new ModelCache());
  const [file] = files();
  const whole = readFileSync(file!);
  for (const damaged of [
    Buffer.from('not a snapshot'),
    whole.subarray(0, whole.length / 2),
    Buffer.alloc(0),
  ]) {
    const before = builds;
    writeFileSync(file!, damaged);
    expect(await shownIn(new ModelCache())).toBe(shown);
    expect(builds).toBe(before + 1);
    expect(await shownIn(new ModelCache())).toBe(shown);
    expect(builds).toBe(before + 1);
  }
  rmSync(file!);
  expect(await shownIn(new ModelCache())).toBe(shown);
  expect([builds, files()]).toEqual([5, [file]]);
});

/** The same in steps of 100 documents. */
const inSteps: ModelDefinition = {
  ...definition,
  name: 'steps',
  build(_read, _owner, from = '0') {
    builds++;
    const end = Number(from) + 100;
    const documents = [...titles.keys()].slice(Number(from), end).map(document);
    return Promise.resolve({ documents, next: end < titles.size ? String(end) : undefined });
  },
};

test('a first build that several requests have made is saved whole, in few snapshots', async () => {
  titles = new Map(Array.from({ length: 10_000 }, (_, index) => [String(index), `Title ${index}`]));
  const one = new ModelCache();
  const versions = new Set<string>();
  for (let done = false; !done;) {
    let steps = 0;
    done = await shownIn(one, inSteps, BUCKET, () => ++steps > 5).then(
      () => true,
      () => false,
    );
    for (const file of files()) versions.add(readFileSync(file).toString('base64'));
  }
  // The last request took its time, and left the snapshot to this one.
  await shownIn(one, inSteps);
  builds = 0;
  expect(await shownIn(new ModelCache(), inSteps)).toBe(await shownIn(one, inSteps));
  expect(builds).toBe(0);
  expect(versions.size).toBeLessThanOrEqual(6);
});

test('a first build that reads much and finds little is saved too', async () => {
  const sparse: ModelDefinition = {
    ...definition,
    name: 'sparse',
    build() {
      builds++;
      return Promise.resolve({ documents: [document('7')], next: undefined, read: 1_000 });
    },
  };
  await shownIn(new ModelCache(), sparse);
  await shownIn(new ModelCache(), sparse);
  expect(builds).toBe(1);
});

test('fifty documents are worth a snapshot, and fewer are not', async () => {
  for (const [count, saved] of [
    [49, 0],
    [50, 1],
  ] as const) {
    titles = new Map(Array.from({ length: count }, (_, index) => [String(index), `Title ${index}`]));
    await shownIn(new ModelCache());
    expect(files()).toHaveLength(saved);
  }
});

test('a version of the code neither reads nor replaces what another one has saved', async () => {
  await shownIn(new ModelCache());
  const next = { ...definition, version: 2 };
  await shownIn(new ModelCache(), next);
  expect([builds, files().length]).toEqual([2, 2]);
  await shownIn(new ModelCache());
  await shownIn(new ModelCache(), next);
  expect(builds).toBe(2);
});

test('a snapshot of a table is not read with the table that was restored in its place', async () => {
  change('7', 'Written after the backup');
  await shownIn(new ModelCache());
  // The restored table and its log end earlier.
  log.length -= 1;
  titles.set('7', 'Title 7');
  const restored = await shownIn(new ModelCache(), definition, BUCKET, () => false, new Date(), 'b1946ac9');
  expect(restored).toContain('Title 7');
  expect(restored).not.toContain('Written after the backup');
  expect(builds).toBe(2);
});

test('a bucket that does not answer costs time and nothing else', async () => {
  expect(await shownIn(new ModelCache(), definition, 'no-such-bucket')).toContain('Title 7');
});

test('a snapshot is written again after three days, or when one of twenty documents has changed, and not before', async () => {
  const cache = new ModelCache();
  const written = new Date();
  const savedAfter = async (days: number) => {
    const [file] = files();
    if (file) rmSync(file);
    await shownIn(
      cache,
      definition,
      BUCKET,
      undefined,
      new Date(written.getTime() + days * 24 * 60 * 60 * 1000),
    );
    return files().length > 0;
  };
  expect(await savedAfter(0)).toBe(true);
  for (let id = 0; id < DOCUMENTS / 20; id++) change(String(id), 'Changed');
  expect(await savedAfter(1)).toBe(false);
  change('0', 'Changed again');
  expect(await savedAfter(2)).toBe(true);
  expect(await savedAfter(5)).toBe(false);
  expect(await savedAfter(5.1)).toBe(true);
});
