import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { lambdaPipeline } from '../shared/deliveries/lambda-pipeline.ts';
import type { WakeUp } from '../shared/deliveries/pipeline.ts';
import { processLane } from '../shared/deliveries/process-lane.ts';
import { errorFields, logger } from '../shared/core/logger.ts';

/** Processes the lanes named in messages, concurrently; the message of a failed lane is retried. */
export async function handler({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const pipeline = lambdaPipeline();
  const failed = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        await processLane(pipeline, JSON.parse(body) as WakeUp, () => context.getRemainingTimeInMillis());
        return [];
      } catch (error) {
        logger.error('webhook lane failed', { messageId, wakeUp: body, ...errorFields(error) });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
}
