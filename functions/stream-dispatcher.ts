import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';
import { dispatch, type Changed } from '../shared/counts/dispatch.ts';
import { sandboxDatabase } from '../shared/db/client.ts';
import type { Item } from '../shared/db/table.ts';
import { systemClock } from '../shared/lib/clock.ts';

type Image = Parameters<typeof unmarshall>[0];

/** Handles what changed in the table; records from the first that failed on come again. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const failed = await dispatch(sandboxDatabase(), Records.map(toChanged), systemClock());
  return { batchItemFailures: failed ? [{ itemIdentifier: failed.sequenceNumber }] : [] };
}

function toChanged({ eventName, dynamodb }: DynamoDBRecord): Changed {
  const { Keys, OldImage, SequenceNumber } = dynamodb!;
  return {
    key: unmarshall(Keys as Image) as Item,
    sequenceNumber: SequenceNumber!,
    ...(eventName === 'REMOVE' && OldImage ? { deleted: unmarshall(OldImage as Image) as Item } : {}),
  };
}
