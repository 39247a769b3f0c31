import { errorFields, logger } from '../../kernel/core/logger.ts';
import { nameOf } from '../webhooks/lane.ts';
import type { WakeUp, WebhookServices } from './pipeline.ts';
import { createInvocation, processLane } from './process-lane.ts';

/** A message of the queue that wakes a lane. */
interface Message {
  id: string;
  wakeUp: WakeUp;
}

/**
 * Processes the lanes that a batch of messages names, concurrently, each once. Returns the ids of messages whose lane
 * failed, which are to be delivered again.
 */
export async function processBatch(
  pipeline: WebhookServices,
  messages: readonly Message[],
  remaining?: () => number,
): Promise<string[]> {
  const invocation = createInvocation(pipeline);
  const lanes = [...Map.groupBy(messages, ({ wakeUp }) => nameOf(wakeUp)).values()];
  const failed = await Promise.all(
    lanes.map(async (some) => {
      const wakeUp = together(some.map((message) => message.wakeUp));
      try {
        await processLane(pipeline, wakeUp, remaining, invocation);
        return [];
      } catch (error) {
        const messageIds = some.map(({ id }) => id);
        logger.error('webhook lane failed', { messageIds, wakeUp, ...errorFields(error) });
        return messageIds;
      }
    }),
  );
  return failed.flat();
}

/** Merges messages for the same lane: a second one would find it leased, and wait. */
function together(wakeUps: readonly WakeUp[]): WakeUp {
  // The sweeper does not know whose lane it wakes.
  const lane = wakeUps.find(({ workspaceId }) => workspaceId !== undefined) ?? wakeUps[0]!;
  // Ids begin with the time of the event, so earlier events come first.
  const deliveryIds = [...new Set(wakeUps.flatMap(({ deliveryIds: ids = [] }) => ids))].sort();
  const deferred = Math.min(...wakeUps.map((wakeUp) => wakeUp.deferred ?? 0));
  return { ...lane, deliveryIds, deferred };
}
