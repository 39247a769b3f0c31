import { AwsError } from '../runner/aws-call.ts';
import { callDynamoDbStreams } from '../database/dynamodb-call.ts';
import type { StreamRecord } from './record.ts';

/**
 * A position in a stream: after a record of a shard; at the start of the shard or stream if one is missing.
 */
export type StreamPosition = { shardId?: string; sequenceNumber?: string };

export type StreamPage = {
  /** In order; each with the position after it. */
  records: { record: StreamRecord; position: StreamPosition }[];
  /** The positions to continue from. */
  next: StreamPosition;
  /** Whether there was nothing more when the page was read. */
  isLast: boolean;
};

type Shard = { ShardId: string; ParentShardId?: string };

const PAGE_RECORDS = 1000;
/** GetRecords ends a page at 1 MB. https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_streams_GetRecords.html */
const PAGE_BYTES = 1_000_000;

/** The engine's ARN of a table's stream; it changes when the table is recreated. */
export async function findStream(endpoint: string, TableName: string): Promise<string> {
  const { Streams } = await callDynamoDbStreams<{ Streams: { StreamArn: string }[] }>(
    endpoint,
    'ListStreams',
    {
      TableName,
    },
  );
  const stream = Streams.at(-1);
  if (!stream) throw new Error(`The table ${TableName} has no stream.`);
  return stream.StreamArn;
}

/**
 * Reads one stream in order, across consecutive shards: a local engine has one open shard at a time. Rethrows
 * the engine's errors; the same read can be retried.
 */
export class StreamReader {
  readonly #endpoint: string;
  readonly #streamArn: string;
  #iterator: { at: StreamPosition; value: string } | undefined;

  constructor(endpoint: string, streamArn: string) {
    this.#endpoint = endpoint;
    this.#streamArn = streamArn;
  }

  /** Reads the records after a position; skips records that the engine no longer has. */
  async read(after: StreamPosition): Promise<StreamPage> {
    const shardId = after.shardId ?? (await this.#firstShard());
    const ShardIterator =
      this.#iterator?.at === after
        ? this.#iterator.value
        : await this.#iteratorAt(shardId, after.sequenceNumber);
    this.#iterator = undefined;
    const { Records, NextShardIterator } = await this.#call<{
      Records: StreamRecord[];
      NextShardIterator?: string;
    }>('GetRecords', { ShardIterator, Limit: PAGE_RECORDS });
    const records = Records.map((record) => ({
      record,
      position: { shardId, sequenceNumber: record.dynamodb.SequenceNumber },
    }));
    let next: StreamPosition = records.at(-1)?.position ?? (after.shardId ? after : { shardId });
    const child = NextShardIterator ? undefined : await this.#childOf(shardId);
    if (child) next = { shardId: child };
    if (NextShardIterator) this.#iterator = { at: next, value: NextShardIterator };
    const bytes = Records.reduce((sum, { dynamodb }) => sum + (dynamodb.SizeBytes ?? 0), 0);
    return { records, next, isLast: !child && Records.length < PAGE_RECORDS && bytes < PAGE_BYTES };
  }

  /**
   * Whether the stream reaches a position: false if the data is older, for example after restoring a copy.
   */
  async reaches({ shardId, sequenceNumber }: StreamPosition): Promise<boolean> {
    if (!shardId || !sequenceNumber) return true;
    try {
      const { ShardIterator } = await this.#getIterator(shardId, 'AT_SEQUENCE_NUMBER', sequenceNumber);
      const { Records } = await this.#call<{ Records: unknown[] }>('GetRecords', { ShardIterator, Limit: 1 });
      return Records.length > 0;
    } catch (error) {
      if (isGone(error)) return false;
      throw error;
    }
  }

  /** The position after the newest record. */
  async end(): Promise<StreamPosition> {
    for (let position: StreamPosition = {}; ;) {
      const page = await this.read(position);
      position = page.next;
      if (page.isLast) return position;
    }
  }

  async #iteratorAt(shardId: string, sequenceNumber: string | undefined): Promise<string> {
    if (sequenceNumber !== undefined) {
      try {
        return (await this.#getIterator(shardId, 'AFTER_SEQUENCE_NUMBER', sequenceNumber)).ShardIterator;
      } catch (error) {
        if (!(error instanceof AwsError) || error.name !== 'TrimmedDataAccessException') throw error;
      }
    }
    return (await this.#getIterator(shardId, 'TRIM_HORIZON')).ShardIterator;
  }

  #getIterator(ShardId: string, ShardIteratorType: string, SequenceNumber?: string) {
    const input = { StreamArn: this.#streamArn, ShardId, ShardIteratorType, SequenceNumber };
    return this.#call<{ ShardIterator: string }>('GetShardIterator', input);
  }

  async #firstShard(): Promise<string> {
    const shards = await this.#shards();
    const first = shards.find(
      ({ ParentShardId }) => !shards.some(({ ShardId }) => ShardId === ParentShardId),
    );
    if (!first) throw new Error(`The stream ${this.#streamArn} has no shard.`);
    return first.ShardId;
  }

  async #childOf(shardId: string): Promise<string | undefined> {
    return (await this.#shards()).find(({ ParentShardId }) => ParentShardId === shardId)?.ShardId;
  }

  async #shards(): Promise<Shard[]> {
    type RecordsAnswer = { StreamDescription: { Shards: Shard[]; LastEvaluatedShardId?: string } };
    const shards: Shard[] = [];
    let last: string | undefined;
    do {
      const { StreamDescription } = await this.#call<RecordsAnswer>('DescribeStream', {
        StreamArn: this.#streamArn,
        ExclusiveStartShardId: last,
      });
      shards.push(...StreamDescription.Shards);
      last = StreamDescription.LastEvaluatedShardId;
    } while (last !== undefined);
    return shards;
  }

  #call<T>(operation: string, input: object): Promise<T> {
    return callDynamoDbStreams<T>(this.#endpoint, operation, input);
  }
}

function isGone(error: unknown): boolean {
  return (
    error instanceof AwsError &&
    ['TrimmedDataAccessException', 'ResourceNotFoundException', 'ValidationException'].includes(error.name)
  );
}
