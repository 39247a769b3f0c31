import { beforeEach, expect, test } from 'vitest';
import type { Item, Key, Reader } from '../../shared/kernel/core/database.ts';
import { readAhead } from '../../shared/kernel/db/read-ahead.ts';
import { newId } from '../../shared/kernel/core/id.ts';

/** A table of two kinds of items: names, which lead to things. */
let stored: Map<string, Item>;
/** What was asked for in each turn, as the reader beneath saw it. */
let turns: unknown[][];
let address: string;

const put = (pk: string, fields: object = {}) => stored.set(pk, { pk, sk: '-', ...fields });

/** A reader that answers in the turn after, from what is stored then. */
function reader(): Reader {
  let turn: unknown[] | undefined;
  const answer = async <T>(asked: unknown, found: () => T): Promise<T> => {
    if (!turn) {
      turn = [];
      turns.push(turn);
      setImmediate(() => (turn = undefined));
    }
    turn.push(asked);
    await new Promise((resolve) => setImmediate(resolve));
    return found();
  };
  return {
    get: (key) => answer(key, () => stored.get(key.pk)),
    getMany: (keys, attributes) => answer([keys, attributes], () => keys.map(({ pk }) => stored.get(pk))),
    query: (query) =>
      answer(query, () => [...stored.values()].filter((one) => one['inList'] === query.partition)),
    count: (query) => answer(query, () => 0),
    children: (pk, prefix) => answer([pk, prefix], () => []),
    range: (range) => answer(range, () => []),
  };
}

/** Follows a name to its thing, lists what belongs to the thing, and reads that again. */
async function follow(read: Reader): Promise<{ thing: Item | undefined; listed: (Item | undefined)[] }> {
  const name = await read.get({ pk: 'name', sk: '-' });
  const thing = await read.get({ pk: String(name?.['id']), sk: '-' });
  const keys = await read.query({ index: 'list', partition: `of ${thing?.pk}`, limit: 10 });
  return { thing, listed: await read.getMany(keys, ['title']) };
}

const once = async () => {
  turns = [];
  return await follow(readAhead(reader(), address));
};

beforeEach(() => {
  stored = new Map();
  address = newId(new Date());
  put('name', { id: 'one' });
  put('one', { title: 'One' });
  put('part', { inList: 'of one', title: 'Part' });
});

test('items that an address read the last time are read at once', async () => {
  await once();
  expect(turns).toHaveLength(4);
  expect(await once()).toMatchObject({ thing: { title: 'One' }, listed: [{ title: 'Part' }] });
  expect(turns).toHaveLength(1);
});

test('the keys are remembered, and nothing of what was found', async () => {
  await once();
  await once();
  const key: Key = { pk: 'part', sk: '-' };
  expect(turns.flat()).toContainEqual([[key], ['title']]);
  put('one', { title: 'Changed' });
  stored.delete('part');
  expect(await once()).toMatchObject({ thing: { title: 'Changed' }, listed: [] });
  stored.delete('one');
  expect((await once()).thing).toBeUndefined();
});

test('a name that leads elsewhere is followed there, and then at once', async () => {
  await once();
  put('name', { id: 'other' });
  put('other', { title: 'Other' });
  expect(await once()).toEqual({ thing: stored.get('other'), listed: [] });
  expect(await once()).toEqual({ thing: stored.get('other'), listed: [] });
  expect(turns).toHaveLength(1);
  expect(turns.flat()).not.toContainEqual({ pk: 'one', sk: '-' });
});

test('other addresses read one thing after the other', async () => {
  await once();
  address = newId(new Date());
  await once();
  expect(turns).toHaveLength(4);
});

test('a failed read ahead surfaces when its value is awaited', async () => {
  await once();
  const failing = reader();
  const broken = readAhead({ ...failing, query: () => Promise.reject(new Error('Throttled')) }, address);
  await expect(broken.get({ pk: 'name', sk: '-' })).resolves.toMatchObject({ id: 'one' });
  await new Promise((resolve) => setImmediate(resolve));
  await expect(broken.query({ index: 'list', partition: 'of one', limit: 10 })).rejects.toThrow('Throttled');
});

test('the addresses that were used least recently are forgotten', async () => {
  await once();
  for (let number = 0; number < 999; number++) readAhead(reader(), `${address} ${number}`);
  await once();
  readAhead(reader(), `${address} one more`);
  await once();
  expect(turns).toHaveLength(1);
  for (let number = 0; number < 2_000; number++) readAhead(reader(), `${address} ${number}`);
  await once();
  expect(turns).toHaveLength(4);
});
