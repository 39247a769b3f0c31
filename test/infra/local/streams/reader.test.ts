import { describe, expect, test } from 'vitest';
import { pauseBeforeRead } from '../../../../infra/local/streams/poll-delay.ts';
import { findStream, StreamReader } from '../../../../infra/local/streams/reader.ts';
import { toLambdaRecord } from '../../../../infra/local/streams/record.ts';
import type { StreamRecord } from '../../../../infra/local/streams/record.ts';
import { serveShards } from './stream-server.ts';
import type { Shard } from './stream-server.ts';

async function readerOf(shards: Shard[]): Promise<StreamReader> {
  const endpoint = await serveShards(shards);
  return new StreamReader(endpoint, await findStream(endpoint, 'Table'));
}

describe('a stream of several shards', () => {
  const shards = (): Shard[] => [
    { ShardId: 'b', ParentShardId: 'a', numbers: ['3', '4'], closed: true },
    { ShardId: 'c', ParentShardId: 'b', numbers: ['5'] },
    { ShardId: 'a', ParentShardId: 'gone', numbers: ['1', '2'], closed: true },
  ];

  test('is read from the oldest to the newest, and on', async () => {
    const all = shards();
    const reader = await readerOf(all);
    const seen: string[][] = [];
    let page = await reader.read({});
    for (; !page.isLast; page = await reader.read(page.next)) {
      seen.push(page.records.map(({ record }) => record.dynamodb.SequenceNumber));
    }
    expect([seen, page.records.length, page.next]).toEqual([
      [
        ['1', '2'],
        ['3', '4'],
      ],
      1,
      { shardId: 'c', sequenceNumber: '5' },
    ]);
    all[1]!.numbers.push('6');
    const { records } = await reader.read(page.next);
    expect(records.map(({ position }) => position)).toEqual([{ shardId: 'c', sequenceNumber: '6' }]);
  });

  test('has an end', async () => {
    const reader = await readerOf(shards());
    expect(await reader.end()).toEqual({ shardId: 'c', sequenceNumber: '5' });
  });

  test('is read from a place within', async () => {
    const reader = await readerOf(shards());
    const { records, next } = await reader.read({ shardId: 'b', sequenceNumber: '3' });
    expect(records.map(({ record }) => record.dynamodb.SequenceNumber)).toEqual(['4']);
    expect(next).toEqual({ shardId: 'c' });
  });

  test('is read from the oldest record of a shard where the place was trimmed', async () => {
    const reader = await readerOf([{ ShardId: 'a', numbers: ['7', '8'], trimmed: '6' }]);
    const place = { shardId: 'a', sequenceNumber: '6' };
    expect(await reader.reaches(place)).toBe(false);
    const { records } = await reader.read(place);
    expect(records.map(({ record }) => record.dynamodb.SequenceNumber)).toEqual(['7', '8']);
  });
});

test('records that time to live removed say so', () => {
  const record = {
    eventName: 'REMOVE',
    dynamodb: { SequenceNumber: '1' },
    userIdentity: { PrincipalId: 'dynamodb.amazonaws.com', Type: 'Service' },
  } as StreamRecord;
  expect(toLambdaRecord(record, 'eu-west-1', 'arn:stream')).toMatchObject({
    awsRegion: 'eu-west-1',
    eventSourceARN: 'arn:stream',
    userIdentity: { principalId: 'dynamodb.amazonaws.com', type: 'Service' },
  });
});

describe('the pause before the next look', () => {
  test('grows while nothing comes', () => {
    const pauses = Array.from({ length: 30 }, (_, i) => pauseBeforeRead(i, 1));
    expect(pauses.slice(0, 6)).toEqual([5, 5, 10, 20, 40, 40]);
    expect([pauses[25], pauses[26], pauses[29]]).toEqual([40, 100, 100]);
  });

  test('is longer where a look is expensive, within limits', () => {
    expect(pauseBeforeRead(1, 20)).toBe(5);
    expect(pauseBeforeRead(20, 20)).toBe(200);
    expect(pauseBeforeRead(20, 2000)).toBe(500);
  });
});
