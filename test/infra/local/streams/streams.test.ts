import { describe, expect, onTestFinished, test } from 'vitest';
import { callDynamoDb } from '../../../../infra/local/database/dynamodb-call.ts';
import type { RunningService } from '../../../../infra/local/start.ts';
import { assemblyWithMapping, listen, range, write } from './stream-listener.ts';
import type { Item } from './stream-listener.ts';
import { startFixture } from '../support.ts';

/** The fixture with other properties for its mapping; stopped when the test is over. */
async function start(properties: Record<string, unknown> = {}): Promise<RunningService> {
  const local = await startFixture({ assembly: await assemblyWithMapping(properties) });
  onTestFinished(() => local.stop());
  return local;
}

const pattern = (...patterns: object[]) => ({
  FilterCriteria: { Filters: patterns.map((one) => ({ Pattern: JSON.stringify(one) })) },
});

describe('records of a table stream', () => {
  test('arrive as Lambda sends them', async () => {
    const local = await start();
    const heard = await listen();
    const TableName = local.tableName();
    const Key = { pk: { S: 'stream#a' }, sk: { S: '-' } };
    const first = { ...Key, listenerUrl: { S: heard.url }, n: { N: '1' } };
    await callDynamoDb(local.dynamodbEndpoint, 'PutItem', { TableName, Item: first });
    await callDynamoDb(local.dynamodbEndpoint, 'PutItem', { TableName, Item: { ...first, n: { N: '2' } } });
    await callDynamoDb(local.dynamodbEndpoint, 'DeleteItem', { TableName, Key });
    await local.streamsIdle();
    const records = heard.batches.flatMap((batch) => batch.records);
    const common = { eventVersion: '1.1', eventSource: 'aws:dynamodb', awsRegion: 'us-east-1' };
    const arn = `arn:aws:dynamodb:us-east-1:000000000000:table/${TableName}/stream/2026-01-01T00:00:00.000`;
    const expected = (number: string, eventName: string, images: { NewImage?: Item; OldImage?: Item }) => ({
      ...common,
      eventID: expect.any(String) as string,
      eventName,
      eventSourceARN: arn,
      dynamodb: {
        ApproximateCreationDateTime: expect.any(Number) as number,
        Keys: Key,
        ...images,
        SequenceNumber: number,
        SizeBytes: expect.any(Number) as number,
        StreamViewType: 'NEW_AND_OLD_IMAGES',
      },
    });
    const second = { ...first, n: { N: '2' } };
    expect(records).toEqual([
      expected('1', 'INSERT', { NewImage: first }),
      expected('2', 'MODIFY', { NewImage: second, OldImage: first }),
      expected('3', 'REMOVE', { OldImage: second }),
    ]);
  });

  test('are handed over in order, one batch after the other', async () => {
    const local = await start({ BatchSize: 7 });
    let underWay = 0;
    const heard = await listen(async () => {
      expect(++underWay).toBe(1);
      await new Promise((resolve) => setImmediate(resolve));
      underWay--;
      return {};
    });
    for (let i = 0; i < 10; i++) await write(local, heard, range(i * 20, i * 20 + 19));
    await local.streamsIdle();
    expect(heard.keys().flat()).toEqual(range(0, 199));
    expect(Math.max(...heard.keys().map((keys) => keys.length))).toBeLessThanOrEqual(7);
  });

  test('are handed over in order for each partition key, several batches at once, with a parallelization factor', async () => {
    const local = await start({ BatchSize: 3, ParallelizationFactor: 2 });
    const underWay = new Set<string[]>();
    let two: () => void = () => undefined;
    const twoAtOnce = new Promise<void>((resolve) => (two = resolve));
    const heard = await listen(async ({ keys }) => {
      expect([...underWay].flat().filter((key) => keys.includes(key))).toEqual([]);
      underWay.add(keys);
      if (underWay.size === 2) two();
      await twoAtOnce;
      expect(underWay.size).toBeLessThanOrEqual(2);
      underWay.delete(keys);
      return {};
    });
    for (let n = 1; n <= 10; n++) await write(local, heard, range(1, 11), { n: { N: String(n) } });
    await local.streamsIdle();
    const records = heard.batches.flatMap((batch) => batch.records);
    const versions = Map.groupBy(records, ({ dynamodb }) => (dynamodb.Keys as Item).pk!.S);
    expect(
      [...versions.values()].map((some) => some.map(({ dynamodb }) => (dynamodb.NewImage as Item).n!.N)),
    ).toEqual(range(1, 11).map(() => range(1, 10)));
  });

  test('are not made for a write that changes nothing, as in DynamoDB', async () => {
    const local = await start();
    const heard = await listen();
    for (const key of ['a', 'a', 'b', 'a']) await write(local, heard, [key]);
    await local.streamsIdle();
    expect(heard.keys().flat()).toEqual(['a', 'b']);
  });

  test('go to the function only if a filter matches', async () => {
    const local = await start(
      pattern(
        { eventName: ['INSERT'], dynamodb: { NewImage: { kind: { S: ['story'] } } } },
        { eventName: ['MODIFY'], dynamodb: { OldImage: { kind: { S: [{ 'anything-but': ['story'] }] } } } },
      ),
    );
    const heard = await listen();
    await write(local, heard, ['a', 'b'], { kind: { S: 'story' } });
    await write(local, heard, ['c', 'd'], { kind: { S: 'team' } });
    await write(local, heard, ['a', 'c'], { kind: { S: 'label' } });
    await local.streamsIdle();
    expect(heard.keys().flat()).toEqual(['a', 'b', 'c']);
  });

  test('written before the mapping are left out where it starts at the latest', async () => {
    const local = await start({ StartingPosition: 'LATEST' });
    const heard = await listen();
    await write(local, heard, ['a']);
    await local.streamsIdle();
    expect(heard.keys()).toEqual([['a']]);
  });

  test('of a mapping that is not enabled stay where they are', async () => {
    const local = await start({ Enabled: false });
    const heard = await listen();
    await write(local, heard, ['a']);
    await local.streamsIdle();
    expect(heard.keys()).toEqual([]);
  });
});

describe('a batch', () => {
  test('has at most as many records as the mapping says', async () => {
    const local = await start({ BatchSize: 3 });
    const heard = await listen();
    await write(local, heard, range(1, 7));
    await local.streamsIdle();
    expect(heard.keys().map((keys) => keys.length)).toEqual([3, 3, 1]);
  });

  test('has at most 6 MB', async () => {
    const local = await start();
    const heard = await listen();
    const more = { body: { S: 'x'.repeat(390_000) } };
    await write(local, heard, range(1, 5), more);
    for (const keys of [range(1, 10), range(11, 20)]) {
      await write(local, heard, keys, { ...more, again: { S: 'y' } });
    }
    await local.streamsIdle();
    const sizes = heard.batches.map(({ records }) => JSON.stringify(records).length);
    expect(new Set(heard.keys().flat()).size).toBe(20);
    expect(Math.max(...sizes)).toBeLessThanOrEqual(6 * 1024 * 1024);
  });

  test('is gathered for as long as the window says', async () => {
    const local = await start({ MaximumBatchingWindowInSeconds: 1 });
    const heard = await listen();
    for (const key of range(1, 3)) await write(local, heard, [key]);
    expect((await heard.next()).keys).toEqual(range(1, 3));
  });

  test('does not wait for the window once it is full', async () => {
    const local = await start({ MaximumBatchingWindowInSeconds: 300, BatchSize: 3 });
    const heard = await listen();
    for (const key of range(1, 4)) await write(local, heard, [key]);
    expect((await heard.next()).keys).toEqual(range(1, 3));
  });

  test('does not wait for the window when a caller waits for the stream', async () => {
    const local = await start({ MaximumBatchingWindowInSeconds: 300 });
    const heard = await listen();
    await write(local, heard, range(1, 3));
    await local.streamsIdle();
    expect(heard.keys()).toEqual([range(1, 3)]);
  });
});

describe('stopping', () => {
  test('waits for the batch under way and no further', async () => {
    const local = await startFixture({ assembly: await assemblyWithMapping({ BatchSize: 1 }) });
    let release: (answer: object) => void = () => undefined;
    const heard = await listen(() => new Promise((resolve) => (release = resolve)));
    await write(local, heard, range(1, 3));
    await heard.next();
    let stopped = false;
    const stopping = local.stop().then(() => (stopped = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(stopped).toBe(false);
    release({});
    await stopping;
    expect(heard.keys()).toEqual([['1']]);
  });

  test('ends the pause before a retry, and with it the wait for the stream', async () => {
    const local = await startFixture();
    const heard = await listen(() => ({ error: 'not now' }));
    await write(local, heard, ['a']);
    const idle = local.streamsIdle();
    for (let i = 0; i < 5; i++) await heard.next();
    const began = performance.now();
    await local.stop();
    // The pause before the fifth retry takes 1.6 seconds.
    expect(performance.now() - began).toBeLessThan(1_000);
    await expect(idle).resolves.toBeUndefined();
    expect(heard.batches).toHaveLength(5);
  });

  test('ends at once when there is nothing to do', async () => {
    for (const inMemory of [true, false]) {
      const local = await startFixture({ inMemory });
      const tookMs: number[] = [];
      for (let i = 0; i < 50; i++) {
        const began = performance.now();
        await local.streamsIdle();
        tookMs.push(performance.now() - began);
      }
      await local.stop();
      // Half of them took less than the shortest pause between two reads of an idle stream, 20 ms.
      expect(tookMs.sort((a, b) => a - b)[25]).toBeLessThan(20);
    }
  });
});
