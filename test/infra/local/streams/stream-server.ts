import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

export type Shard = {
  ShardId: string;
  ParentShardId?: string;
  numbers: string[];
  /** The partition key of each of these numbers; the number itself if left out. */
  keys?: Record<string, string>;
  closed?: boolean;
  trimmed?: string;
};
type Input = { ShardId: string; ShardIteratorType: string; SequenceNumber?: string; ShardIterator: string };

/**
 * The streams of an engine whose shards close and are trimmed, as those of other engines do and ours does not.
 * `beforeAnswer` is waited for when the records of an answer are chosen. Gives the endpoint.
 */
export async function serveShards(
  shards: Shard[],
  beforeAnswer: () => Promise<void> = () => Promise.resolve(),
): Promise<string> {
  const operations: Record<string, (input: Input) => object> = {
    ListStreams: () => ({ Streams: [{ StreamArn: 'arn:stream' }] }),
    DescribeStream: () => ({ StreamDescription: { Shards: shards } }),
    GetShardIterator: ({ ShardId, ShardIteratorType, SequenceNumber }) => {
      const { numbers, trimmed } = shards.find((shard) => shard.ShardId === ShardId)!;
      if (SequenceNumber !== undefined && SequenceNumber === trimmed) {
        return { __type: 'com.amazonaws.dynamodb.v20120810#TrimmedDataAccessException' };
      }
      const index = numbers.indexOf(SequenceNumber ?? '');
      return {
        ShardIterator: `${ShardId} ${ShardIteratorType === 'AT_SEQUENCE_NUMBER' ? index : index + 1}`,
      };
    },
    GetRecords: ({ ShardIterator }) => {
      const [id, from] = ShardIterator.split(' ');
      const { numbers, closed, keys = {} } = shards.find(({ ShardId }) => ShardId === id)!;
      return {
        Records: numbers.slice(Number(from)).map((SequenceNumber) => ({
          dynamodb: { SequenceNumber, Keys: { pk: { S: keys[SequenceNumber] ?? SequenceNumber } } },
        })),
        ...(!closed && { NextShardIterator: `${id} ${numbers.length}` }),
      };
    },
  };
  const server = createServer((request, response) => {
    const operation = operations[String(request.headers['x-amz-target']).split('.')[1]!]!;
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = operation(JSON.parse(Buffer.concat(chunks).toString()) as Input);
      const send = () => response.writeHead('__type' in answer ? 400 : 200).end(JSON.stringify(answer));
      void ('Records' in answer ? beforeAnswer() : Promise.resolve()).then(send);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
