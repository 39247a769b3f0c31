import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { streamFilters } from '../../infra/constructs/stream-source.ts';
import { compileFilters } from '../../infra/local/streams/filter.ts';
import type { Key } from '../../shared/kernel/core/database.ts';
import { streamConsumers, type StreamConsumer } from '../../shared/surface/workers/stream-consumers.ts';
import { documents } from '../db/stored-documents.ts';
import {
  movedTooEarly,
  recordRelease,
  servedPaths,
  type KindRecord,
  type ReleaseRecord,
} from './release-record.ts';

/**
 * What two releases that follow each other owe each other: both run for some minutes of each deployment, and after a
 * rollback the older one goes on with what the newer has stored. `previous.json` records the release before
 * (docs/table-changes.md).
 */
const previous = JSON.parse(
  readFileSync(join(import.meta.dirname, 'previous.json'), 'utf8'),
) as ReleaseRecord;

/** Fields by their document that the release before no longer read, so that they may be gone. */
const retired: Record<string, string[]> = {};

let present: ReleaseRecord;
beforeAll(async () => {
  present = await recordRelease();
});

/** Keys of items of a kind: with its sort key, or with one that begins like it. */
const keyOf = ({ prefix, sortKeys }: KindRecord): Key => ({
  pk: `${prefix}x`,
  sk: sortKeys === 'any' ? 'x' : 'equals' in sortKeys ? sortKeys.equals : `${sortKeys.prefix}x`,
});

const includes = ({ prefix, sortKeys }: KindRecord, { pk, sk }: Key): boolean =>
  pk.startsWith(prefix) &&
  (sortKeys === 'any' || ('equals' in sortKeys ? sk === sortKeys.equals : sk.startsWith(sortKeys.prefix)));

/** The records that the kinds of one release would have lost by the filters of another. */
function lost(
  consumer: StreamConsumer,
  { follows, followsNew }: ReleaseRecord['consumers'][string],
): string[] {
  const passes = compileFilters(streamFilters(consumer).map((filter) => JSON.stringify(filter)));
  const lacks = (kinds: KindRecord[], eventName: string) =>
    kinds
      .map(keyOf)
      .filter(({ pk, sk }) => !passes({ eventName, dynamodb: { Keys: { pk: { S: pk }, sk: { S: sk } } } }))
      .map(({ pk, sk }) => `${eventName} ${pk} ${sk}`);
  return [
    ...['INSERT', 'MODIFY', 'REMOVE'].flatMap((event) => lacks(follows, event)),
    ...lacks(followsNew, 'INSERT'),
  ];
}

describe('consumers, which are deployed before what writes', () => {
  test.each(Object.entries(previous.consumers))(
    'lose nothing as the %s that the release before has written',
    (name, former) => {
      expect(streamConsumers).toHaveProperty(name);
      expect(lost(streamConsumers[name as keyof typeof streamConsumers], former)).toEqual([]);
    },
  );

  test('are found to lose a kind that they stop following', () => {
    const { follows } = streamConsumers['webhook-dispatcher'];
    const fewer = { ...streamConsumers['webhook-dispatcher'], follows: follows.slice(1) };
    expect(lost(fewer, previous.consumers['webhook-dispatcher']!)).toHaveLength(3);
  });
});

describe('the release before', () => {
  test('takes no item of a new kind for one that it knows', () => {
    const known = new Set(previous.kinds.map((kind) => JSON.stringify(kind)));
    const added = present.kinds.filter((kind) => !known.has(JSON.stringify(kind)));
    const mistaken = added.filter((kind) => previous.kinds.some((former) => includes(former, keyOf(kind))));
    expect(mistaken).toEqual([]);
  });

  test('finds each index as it was, and one more at most, as DynamoDB adds them', () => {
    expect(present.indexes).toMatchObject(previous.indexes);
    const added = Object.keys(present.indexes).length - Object.keys(previous.indexes).length;
    expect(added).toBeLessThanOrEqual(1);
  });

  test.each(Object.entries(previous.documents))(
    'finds in a document of %s each field that it reads',
    (name, { doc }) => {
      const now = JSON.parse(present.documents[name]!.doc) as Record<string, unknown>;
      const fields = Object.entries(JSON.parse(doc) as Record<string, unknown>);
      const missing = fields.filter(
        ([field, value]) => shapeOf(now[field]) !== shapeOf(value) && !retired[name]?.includes(field),
      );
      expect(missing).toEqual([]);
    },
  );
});

const shapeOf = (value: unknown): string => (Array.isArray(value) ? 'list' : typeof value);

describe('this release', () => {
  test.each(Object.entries(previous.documents))(
    'reads a document of %s that the release before has stored',
    (name, stored) => {
      const [format] = documents[name]!;
      const read = format.read({ pk: 'ANY#1', sk: '-', ...stored });
      expect(format.schema().safeParse(read).error?.issues).toBeUndefined();
      // The next update stores what it has read.
      const again = JSON.parse(format.write(read).doc) as object;
      const kept = Object.keys(JSON.parse(stored.doc) as object).filter(
        (field) => !retired[name]?.includes(field),
      );
      expect(Object.keys(again)).toEqual(expect.arrayContaining(kept));
    },
  );

  test('does the jobs and knows the events that the release before has stored', () => {
    expect(present.jobs).toEqual(expect.arrayContaining(previous.jobs));
    expect(present.events).toEqual(expect.arrayContaining(previous.events));
  });
});

describe('operations that move to another function', () => {
  test('are served by both in the release before and in this one', () => {
    expect(movedTooEarly(previous.served, present.served)).toEqual([]);
    expect(Object.keys(previous.served).length).toBeGreaterThan(300);
  });

  const moved = { method: 'GET', path: '/plans' } as never;
  const groups = (first: 'operations' | 'alsoServes' | undefined, second: typeof first) =>
    servedPaths({
      first: { operations: [], routes: [], ...(first && { [first]: [moved] }) },
      second: { operations: [], routes: [], ...(second && { [second]: [moved] }) },
    });
  const atFirst = groups('operations', undefined);
  const prepared = groups('operations', 'alsoServes');
  const switched = groups('alsoServes', 'operations');
  const atLast = groups(undefined, 'operations');

  test('take two releases more, of which each can be taken back', () => {
    const steps = [atFirst, prepared, switched, atLast];
    expect(steps.slice(1).flatMap((after, at) => movedTooEarly(steps[at]!, after))).toEqual([]);
  });

  test.each([
    ['at once', atFirst, atLast],
    ['to a function that does not serve them yet', atFirst, switched],
    ['from a function that stops to serve them', prepared, atLast],
  ])('are found when they move %s', (_, before, after) => {
    expect(movedTooEarly(before, after)).toEqual(['GET /plans: first → second']);
  });
});
