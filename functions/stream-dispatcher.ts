import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { dispatch, type Changed } from '../shared/counts/dispatch.ts';
import { sandboxDatabase } from '../shared/db/client.ts';
import { toItemChange, type ItemChange } from '../shared/db/stream-record.ts';
import { systemClock } from '../shared/lib/clock.ts';

/** Handles what changed in the table; records from the first that failed on come again. */
export async function handler({ Records }: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  const changes = Records.map(toItemChange).map(toChanged);
  const failed = await dispatch(sandboxDatabase(), changes, systemClock());
  return { batchItemFailures: failed ? [{ itemIdentifier: failed.sequenceNumber }] : [] };
}

const toChanged = ({ key, sequenceNumber, at, before, after }: ItemChange): Changed => ({
  key,
  sequenceNumber,
  at,
  ...(before && !after ? { deleted: before } : {}),
});
