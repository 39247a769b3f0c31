import type { Context, DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { toItemChange } from '../shared/kernel/db/stream-record.ts';
import { dispatchEvents } from '../shared/projections/events/dispatch-events.ts';
import { lambdaPipeline } from '../shared/events/deliveries/lambda-pipeline.ts';

/** Minimum remaining time of the function to start another record, in milliseconds. */
const MIN_REMAINING_MS = 15_000;

/**
 * Turns table changes into webhook events. Records from the first failure on are delivered again; those that can never be
 * dispatched are stored in the bucket, so that the rest does not wait for them.
 */
export async function handler(
  { Records }: DynamoDBStreamEvent,
  context: Context,
): Promise<DynamoDBBatchResponse> {
  const isLate = () => context.getRemainingTimeInMillis() < MIN_REMAINING_MS;
  const changes = Records.map(toItemChange);
  const { retryFrom, unprocessed } = await dispatchEvents(lambdaPipeline(), changes, isLate);
  if (unprocessed.length > 0) {
    const { storeUnprocessed } = await import('../shared/projections/store-unprocessed.ts');
    await storeUnprocessed(
      unprocessed.map((one) => ({ ...one, record: Records[changes.indexOf(one.change)]! })),
    );
  }
  return { batchItemFailures: retryFrom ? [{ itemIdentifier: retryFrom.sequenceNumber }] : [] };
}
