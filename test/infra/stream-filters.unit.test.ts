import { expect, test } from 'vitest';
import { streamFilters } from '../../infra/constructs/stream-source.ts';
import { compileFilters } from '../../infra/local/streams/filter.ts';
import type { Key } from '../../shared/kernel/core/database.ts';
import { itemKind, SELF, type ItemKind } from '../../shared/kernel/db/table.ts';
import { streamConsumers, type StreamConsumer } from '../../shared/surface/workers/stream-consumers.ts';

const retries = { attempts: 0, hours: 1 };

/** Whether the filters of a consumer let a record pass. */
function passes(consumer: StreamConsumer, { pk, sk }: Key, eventName = 'MODIFY'): boolean {
  const filter = compileFilters(streamFilters(consumer).map((one) => JSON.stringify(one)));
  return filter({ eventName, dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } });
}

/** Keys in the partitions of a kind: of its items and of others. */
const keysOf = ({ prefix, sortKeys }: ItemKind): Key[] => {
  const own = sortKeys === 'any' ? 'x' : 'equals' in sortKeys ? sortKeys.equals : `${sortKeys.prefix}x`;
  return [own, SELF, '-x', '#OTHER', `${own}x`].map((sk) => ({ pk: `${prefix}x`, sk }));
};

test.each(Object.entries<StreamConsumer>(streamConsumers))(
  'the %s gets the changes that it follows and no others',
  (_, consumer) => {
    const { follows, followsNew = [] } = consumer;
    const strangers = ['XX#', 'U#', 'MAILSTOP#'].map((prefix) => itemKind(prefix, 'expiry'));
    const keys = [...follows, ...followsNew, ...strangers].flatMap(keysOf);
    const followed = keys.filter((key) => follows.some((kind) => kind.includes(key)));
    const whenNew = keys.filter((key) => [...follows, ...followsNew].some((kind) => kind.includes(key)));
    expect(keys.filter((key) => passes(consumer, key))).toEqual(followed);
    expect(keys.filter((key) => passes(consumer, key, 'REMOVE'))).toEqual(followed);
    expect(keys.filter((key) => passes(consumer, key, 'INSERT'))).toEqual(whenNew);
  },
);

test('a consumer that follows items below a sort key gets them', () => {
  const below = itemKind('XX#', 'expiry', { prefix: '#BELOW#' });
  const beside = itemKind('XX#', 'expiry', { equals: '#BESIDE' });
  const consumer = { follows: [below], followsNew: [beside], retries };
  expect(passes(consumer, { pk: 'XX#1', sk: '#BELOW#1' })).toBe(true);
  expect(passes(consumer, { pk: 'XX#1', sk: SELF })).toBe(false);
  expect(passes(consumer, { pk: 'XX#1', sk: '#BESIDE' })).toBe(false);
  expect(passes(consumer, { pk: 'XX#1', sk: '#BESIDE' }, 'INSERT')).toBe(true);
});

test('more filters than a mapping takes are refused', () => {
  const follows = ['A', 'B', 'C', 'D', 'E', 'F'].map((sk) => itemKind('XX#', 'expiry', { equals: sk }));
  expect(streamFilters({ follows: follows.slice(1), retries })).toHaveLength(5);
  expect(() => streamFilters({ follows, retries })).toThrow('5 filters at most');
});
