import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { lambdaPipeline } from '../shared/deliveries/lambda-pipeline.ts';
import type { WakeUp } from '../shared/deliveries/pipeline.ts';
import { processBatch } from '../shared/deliveries/process-batch.ts';

/** Processes the lanes named in messages; the messages of a failed lane are retried. */
export async function handler({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const messages = Records.map(({ messageId, body }) => ({
    id: messageId,
    wakeUp: JSON.parse(body) as WakeUp,
  }));
  const failed = await processBatch(lambdaPipeline(), messages, () => context.getRemainingTimeInMillis());
  return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
}
