import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { toItemChange } from '../shared/kernel/db/stream-record.ts';
import { dispatchEvents } from '../shared/projections/events/dispatch-events.ts';
import { lambdaPipeline } from '../shared/events/deliveries/lambda-pipeline.ts';

/** Minimum remaining time of the function to start another record, in milliseconds. */
const MIN_REMAINING_MS = 15_000;

/** Turns table changes into webhook events; records from the first failure on are delivered again. */
export async function handler(
  { Records }: DynamoDBStreamEvent,
  context: Context,
): Promise<DynamoDBBatchResponse> {
  const isLate = () => context.getRemainingTimeInMillis() < MIN_REMAINING_MS;
  const failed = await dispatchEvents(lambdaPipeline(), Records.map(toItemChange), isLate);
  return { batchItemFailures: failed ? [{ itemIdentifier: failed.sequenceNumber }] : [] };
}
