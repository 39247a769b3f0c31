import { describe, expect, test, vi } from 'vitest';
import { callDynamoDb } from '../../../../infra/local/database/dynamodb-call.ts';
import { startEngine } from '../../../../infra/local/database/engine.ts';
import { StreamPoller } from '../../../../infra/local/streams/consumer.ts';
import type { StreamMapping } from '../../../../infra/local/streams/mappings.ts';
import { ensureTables } from '../../../../infra/local/database/tables.ts';
import type { TableDefinition } from '../../../../infra/local/database/tables.ts';
import { serveShards } from './stream-server.ts';
import { temporaryFolder } from '../support.ts';

const TABLE: TableDefinition = {
  name: 'Things',
  logicalId: 'Things01234567',
  tableName: 'Stack-Things',
  keySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  attributes: [{ AttributeName: 'pk', AttributeType: 'S' }],
  globalIndexes: [],
  localIndexes: [],
  streamViewType: 'NEW_AND_OLD_IMAGES',
  ttlAttribute: undefined,
};

const MAPPING: StreamMapping = {
  name: 'Mapping',
  id: 'Stack-Mapping',
  fn: {
    name: 'fn',
    functionName: 'Stack-fn',
    arn: 'arn:aws:lambda:us-east-1:000000000000:function:Stack-fn',
    modulePath: '',
    exportName: 'handler',
    timeoutMs: 1000,
    memoryMb: 128,
    region: 'us-east-1',
    logsJson: false,
    asyncRetries: 0,
    allowsLoops: false,
    variables: {},
  },
  table: TABLE,
  streamArn: 'arn:aws:dynamodb:us-east-1:000000000000:table/Stack-Things/stream/2026-01-01T00:00:00.000',
  region: 'us-east-1',
  startingPosition: 'TRIM_HORIZON',
  batchSize: 10,
  parallelization: 1,
  windowMs: 0,
  bisect: false,
  maxRetries: Infinity,
  maxAgeMs: Infinity,
  reportsFailures: false,
  matches: () => true,
  onFailure: undefined,
};

test('an idle stream is not read until the data version says that something was written', async () => {
  const engine = await startEngine({ home: temporaryFolder(), inMemory: true });
  await ensureTables(engine.endpoint, [TABLE]);
  let version = 1;
  let looks = 0;
  let looked: () => void = () => undefined;
  let invoked: (count: number) => void = () => expect.fail('the stream was read');
  const consumer = await StreamPoller.open(MAPPING, {
    endpoint: engine.endpoint,
    home: undefined,
    dataVersion: () => {
      looks++;
      looked();
      return version;
    },
    invoke: ({ Records }) => {
      invoked(Records.length);
      return Promise.resolve({ kind: 'json', json: 'null' });
    },
    log: () => undefined,
  });
  consumer.start();
  await consumer.idle();
  await callDynamoDb(engine.endpoint, 'PutItem', { TableName: TABLE.tableName, Item: { pk: { S: 'a' } } });
  for (const enough = looks + 5; looks < enough;) await new Promise<void>((resolve) => (looked = resolve));
  const invocation = new Promise<number>((resolve) => (invoked = resolve));
  version = 2;
  expect(await invocation).toBe(1);
  await consumer.stop();
  await engine.stop();
});

test('a caller that waits for the stream waits also for what the read under way did not see', async () => {
  const numbers: string[] = [];
  let reading: () => void = () => undefined;
  let answer: () => void = () => undefined;
  const endpoint = await serveShards([{ ShardId: 'a', numbers }], () => {
    const answered = new Promise<void>((resolve) => (answer = resolve));
    reading();
    return answered;
  });
  const nextRead = () => new Promise<void>((resolve) => (reading = resolve));
  const got: number[] = [];
  const options = { endpoint, home: undefined, log: () => undefined };
  const consumer = await StreamPoller.open(MAPPING, {
    ...options,
    invoke: ({ Records }) => {
      got.push(Records.length);
      return Promise.resolve({ kind: 'json', json: 'null' });
    },
  });
  let read = nextRead();
  consumer.start();
  await read;
  numbers.push('1');
  const idle = consumer.idle();
  read = nextRead();
  answer();
  await read;
  expect(got).toEqual([]);
  answer();
  await idle;
  expect(got).toEqual([1]);
  read = nextRead();
  await read;
  const stopped = consumer.stop();
  answer();
  await stopped;
});

test('records that keep coming are gathered between two batches, until a caller waits for them', async () => {
  const numbers: string[] = [];
  const endpoint = await serveShards([{ ShardId: 'a', numbers }], () => {
    numbers.push(String(numbers.length + 1));
    return Promise.resolve();
  });
  const invokedAt: number[] = [];
  let fifth: () => void = () => undefined;
  const fiveBatches = new Promise<void>((resolve) => (fifth = resolve));
  const consumer = await StreamPoller.open(MAPPING, {
    endpoint,
    home: undefined,
    log: () => undefined,
    invoke: () => {
      if (invokedAt.push(performance.now()) === 5) fifth();
      return Promise.resolve({ kind: 'json', json: 'null' });
    },
  });
  consumer.start();
  await fiveBatches;
  expect(invokedAt[4]! - invokedAt[0]!).toBeGreaterThan(4 * 40);
  await consumer.idle();
  await consumer.stop();
});

describe('with a parallelization factor,', () => {
  const keys: Record<string, string> = {
    '1': 'a',
    '2': 'b',
    '3': 'a',
    '4': 'b',
    '5': 'a',
    '6': 'b',
    '7': 'b',
  };

  /** A consumer of these records in batches of one, whose batches of `a` wait for `release`. */
  async function open(endpoint: string, home: string) {
    const got: string[] = [];
    let underWay = 0;
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const consumer = await StreamPoller.open(
      { ...MAPPING, batchSize: 1, parallelization: 2 },
      {
        endpoint,
        home,
        gatherMs: 1,
        log: () => undefined,
        invoke: async ({ Records: [record] }) => {
          expect(++underWay).toBeLessThanOrEqual(2);
          const number = record!.dynamodb.SequenceNumber;
          got.push(number);
          if (keys[number] === 'a') await released;
          underWay--;
          return { kind: 'json', json: 'null' };
        },
      },
    );
    consumer.start();
    return { consumer, got, release };
  }

  test('a batch delays only its own partition keys, and the checkpoint', async () => {
    const home = temporaryFolder();
    const shard = { ShardId: 'a', numbers: Object.keys(keys).slice(0, -1), keys };
    const endpoint = await serveShards([shard]);
    const first = await open(endpoint, home);
    await vi.waitFor(() => expect(first.got.sort()).toEqual(['1', '2', '4', '6']));
    shard.numbers.push('7');
    await vi.waitFor(() => expect(first.got).toContain('7'));
    expect(first.consumer.doneUpTo.sequenceNumber).toBeUndefined();
    const stopped = first.consumer.stop();
    first.release();
    await stopped;
    // What was done beside the batch in progress comes again.
    expect(first.consumer.doneUpTo).toEqual({ shardId: 'a', sequenceNumber: '2' });
    const second = await open(endpoint, home);
    const idle = second.consumer.idle();
    await vi.waitFor(() => expect(second.got).toHaveLength(4));
    second.release();
    await idle;
    expect(second.got.filter((number) => keys[number] === 'a')).toEqual(['3', '5']);
    expect(second.got.filter((number) => keys[number] === 'b')).toEqual(['4', '6', '7']);
    expect(second.consumer.doneUpTo).toEqual({ shardId: 'a', sequenceNumber: '7' });
    await second.consumer.stop();
  });

  test('reading stops while many records wait for a share that is delayed', async () => {
    const numbers = Array.from({ length: 30 }, (_, n) => String(n + 1));
    let reads = 0;
    const endpoint = await serveShards(
      [{ ShardId: 'a', numbers, keys: Object.fromEntries(numbers.map((number) => [number, 'a'])) }],
      () => {
        reads++;
        return Promise.resolve();
      },
    );
    let release: () => void = () => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const got: string[] = [];
    const consumer = await StreamPoller.open(
      { ...MAPPING, batchSize: 1, parallelization: 2 },
      {
        endpoint,
        home: undefined,
        gatherMs: 1,
        log: () => undefined,
        invoke: async ({ Records: [record] }) => {
          got.push(record!.dynamodb.SequenceNumber);
          await released;
          return { kind: 'json', json: 'null' };
        },
      },
    );
    consumer.start();
    await vi.waitFor(() => expect(got).toEqual(['1']));
    const before = reads;
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(reads).toBe(before);
    release();
    await consumer.idle();
    expect(got).toEqual(numbers);
    await consumer.stop();
  });
});
