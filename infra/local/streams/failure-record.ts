import { randomUUID } from 'node:crypto';
import { v5 as nameToUuid } from 'uuid';
import type { AbandonedRecords } from './batch.ts';
import type { StreamMapping } from './mappings.ts';

/** UUID namespace of the identifiers of local mappings. */
const MAPPINGS = '0f4a3c1e-5d0b-4c58-9b9e-6a7d2f8f1b3c';

/** Puts unprocessed records into the mapping's on-failure bucket, if it has one, and says so in the function's log. */
export function giveUp(
  given: AbandonedRecords,
  mapping: StreamMapping,
  shardId: string,
  log: (sentence: string) => void,
): void {
  const { table, onFailure } = mapping;
  const { records, reason } = given;
  const [first, last] = [records[0]!, records.at(-1)!].map(({ dynamodb }) => dynamodb.SequenceNumber);
  let whereTo = '';
  if (onFailure) {
    const { key, body } = failureRecord(mapping, given, shardId, new Date());
    onFailure.put(key, body);
    whereTo = `; they are in the bucket ${onFailure.name} as ${key}`;
  }
  log(
    `Gave up ${records.length} records of the stream of ${table.name}, ` +
      `sequence numbers ${first} to ${last}: ${reason}${whereTo}`,
  );
}

/**
 * The object that Lambda puts into an on-failure bucket for unprocessed records: the failure's details
 * and, in `payload`, the whole event as text.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-dynamodb-errors.html
 */
function failureRecord(
  { id, fn, streamArn }: StreamMapping,
  { records, condition, invokeCount, functionError }: AbandonedRecords,
  shardId: string,
  now: Date,
): { key: string; body: string } {
  const time = now.toISOString();
  const at = (index: number) => records.at(index)!.dynamodb;
  const arrival = (seconds: number) => `${new Date(seconds * 1000).toISOString().slice(0, 19)}Z`;
  const key = [
    'aws/lambda',
    nameToUuid(id, MAPPINGS),
    shardId,
    time.slice(0, 10).replaceAll('-', '/'),
    `${time.slice(0, 19).replaceAll(':', '.')}-${randomUUID()}`,
  ].join('/');
  const body = {
    requestContext: {
      requestId: randomUUID(),
      functionArn: fn.arn,
      condition,
      approximateInvokeCount: invokeCount,
    },
    ...(invokeCount > 0 && {
      responseContext: {
        statusCode: 200,
        executedVersion: '$LATEST',
        ...(functionError && { functionError: 'Unhandled' }),
      },
    }),
    version: '1.0',
    timestamp: time,
    DDBStreamBatchInfo: {
      shardId,
      startSequenceNumber: at(0).SequenceNumber,
      endSequenceNumber: at(-1).SequenceNumber,
      approximateArrivalOfFirstRecord: arrival(at(0).ApproximateCreationDateTime),
      approximateArrivalOfLastRecord: arrival(at(-1).ApproximateCreationDateTime),
      batchSize: records.length,
      streamArn,
    },
    payload: JSON.stringify({ Records: records }),
  };
  return { key, body: JSON.stringify(body) };
}
