import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { errorFields, logger } from '../shared/kernel/core/logger.ts';
import { lambdaPipeline } from '../shared/events/deliveries/lambda-pipeline.ts';
import type { WakeUp } from '../shared/events/deliveries/pipeline.ts';
import { processBatch } from '../shared/events/deliveries/process-batch.ts';

/** Processes the lanes named in messages; the messages of a failed lane are retried. */
export async function handler({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const unreadable: string[] = [];
  const messages = Records.flatMap(({ messageId: id, body }) => {
    try {
      return [{ id, wakeUp: JSON.parse(body) as WakeUp }];
    } catch (error) {
      logger.error('webhook message is unreadable', { messageId: id, body, ...errorFields(error) });
      unreadable.push(id);
      return [];
    }
  });
  const failed = await processBatch(lambdaPipeline(), messages, () => context.getRemainingTimeInMillis());
  return { batchItemFailures: [...failed, ...unreadable].map((itemIdentifier) => ({ itemIdentifier })) };
}
