import type { Context, SQSBatchResponse, SQSEvent } from 'aws-lambda';
import { sandboxPipeline } from '../shared/deliveries/sandbox-pipeline.ts';
import type { WakeUp } from '../shared/deliveries/pipeline.ts';
import { workLane } from '../shared/deliveries/work-lane.ts';
import { errorFields, logger } from '../shared/lib/logger.ts';

/** Works on the lanes that messages name, side by side; a message whose lane failed comes again. */
export async function handler({ Records }: SQSEvent, context: Context): Promise<SQSBatchResponse> {
  const pipeline = sandboxPipeline();
  const failed = await Promise.all(
    Records.map(async ({ messageId, body }) => {
      try {
        await workLane(pipeline, JSON.parse(body) as WakeUp, () => context.getRemainingTimeInMillis());
        return [];
      } catch (error) {
        logger.error('webhook lane failed', { messageId, wakeUp: body, ...errorFields(error) });
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failed.flat() };
}
