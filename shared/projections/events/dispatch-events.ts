import pLimit from 'p-limit';
import { createReader } from '../../db/reader.ts';
import type { ItemChange } from '../../db/stream-record.ts';
import { commit } from '../../db/write.ts';
import { errorFields, logger } from '../../core/logger.ts';
import { disableEndpoint } from '../../deliveries/disable-endpoint.ts';
import { eventOfChange } from './event-of-change.ts';
import { fanOut } from './fan-out.ts';
import { isLaneRequest, requestedLane, scheduleLane } from '../../webhooks/lane-store.ts';
import type { WebhookServices, WakeUp } from '../../deliveries/pipeline.ts';
import { createRouteCache } from '../../deliveries/route-cache.ts';
import { findRecipients } from '../../deliveries/recipients.ts';

/** What a sandbox remembers from batch to batch. */
const findRoutes = createRouteCache();

/** Number of changes, and of writes, processed concurrently. */
const CHANGE_CONCURRENCY = 10;
const WRITE_CONCURRENCY = 25;

/** Time until a lane is rechecked in case its message is lost, in milliseconds. */
const RECHECK_MS = 60_000;

/** Maximum number of deliveries named in one message; the index has the rest. */
const MAX_NAMED_DELIVERIES = 20;

/**
 * Turns table changes into events: stores each event once with a delivery for each recipient, schedules the
 * lanes in the table and wakes them with messages. Every step is idempotent, so failed changes can simply be
 * delivered again. Returns the first change that failed or for which no time was left; later changes may have
 * been processed.
 */
export async function dispatchEvents(
  pipeline: Pick<WebhookServices, 'database' | 'send' | 'now'>,
  changes: readonly ItemChange[],
  isLate: () => boolean = () => false,
): Promise<ItemChange | undefined> {
  const now = pipeline.now();
  const read = createReader(pipeline.database);
  const recipientsOf = findRecipients(read, now, findRoutes);
  const changeLimit = pLimit(CHANGE_CONCURRENCY);
  const writeLimit = pLimit(WRITE_CONCURRENCY);
  const wakeUps: WakeUp[] = [];
  const disabled = new Set<string>();

  const dispatchOne = async (change: ItemChange): Promise<boolean> => {
    if (isLate()) return false;
    if (isLaneRequest(change.key)) {
      wakeUps.push(requestedLane(change.key, change.after));
      return true;
    }
    try {
      const event = await eventOfChange(change, { read, now });
      if (!event) return true;
      const recipients = await recipientsOf(event);
      wakeUps.push(...(await fanOut(pipeline, event, recipients, writeLimit)));
      for (const { webhookId, ownerId } of recipients.filter((one) => one.unowned)) {
        if (disabled.has(webhookId)) continue;
        disabled.add(webhookId);
        await disableEndpoint(pipeline, { id: webhookId, ownerId }, 'owner_not_admin');
      }
      return true;
    } catch (error) {
      logger.error('stream record failed', { sequenceNumber: change.sequenceNumber, ...errorFields(error) });
      return false;
    }
  };
  const done = await Promise.all(changes.map((change) => changeLimit(() => dispatchOne(change))));

  const lanes = byLane(wakeUps);
  const dueAt = new Date(now.getTime() + RECHECK_MS);
  await Promise.all(
    lanes.map((lane) => writeLimit(() => commit(pipeline.database, [scheduleLane(lane, dueAt)]))),
  );
  // The table has each lane's schedule, so without its message a lane only waits for the sweeper.
  await pipeline.send(lanes).catch((error: unknown) => {
    logger.error('webhook lanes were not woken', { lanes: lanes.length, ...errorFields(error) });
  });
  return changes[done.indexOf(false)];
}

/** One message per lane, with all its deliveries. */
function byLane(wakeUps: readonly WakeUp[]): WakeUp[] {
  const lanes = new Map<string, WakeUp>();
  for (const { deliveryIds = [], ...lane } of wakeUps) {
    const { webhookId, number } = lane;
    const key = `${webhookId} ${number}`;
    const named = [...(lanes.get(key)?.deliveryIds ?? []), ...deliveryIds];
    // Ids start with the event's time, so earlier events come first.
    lanes.set(key, { ...lane, deliveryIds: named.sort().slice(0, MAX_NAMED_DELIVERIES) });
  }
  return [...lanes.values()];
}
