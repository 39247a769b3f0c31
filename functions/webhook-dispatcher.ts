import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { toItemChange } from '../shared/db/stream-record.ts';
import { dispatchEvents } from '../shared/projections/events/dispatch-events.ts';
import { lambdaPipeline } from '../shared/deliveries/lambda-pipeline.ts';

/** What must be left of the function's time to begin with another record, in milliseconds. */
const NEEDED = 15_000;

/** Turns what changed in the table into events on their way; records from the first that failed on come again. */
export async function handler(
  { Records }: DynamoDBStreamEvent,
  context: Context,
): Promise<DynamoDBBatchResponse> {
  const isLate = () => context.getRemainingTimeInMillis() < NEEDED;
  const failed = await dispatchEvents(lambdaPipeline(), Records.map(toItemChange), isLate);
  return { batchItemFailures: failed ? [{ itemIdentifier: failed.sequenceNumber }] : [] };
}
