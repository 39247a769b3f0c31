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
import { findRecipients } from '../../deliveries/recipients.ts';

/** How many changes, and how many writes, are under way at once. */
const CHANGE_CONCURRENCY = 10;
const WRITE_CONCURRENCY = 25;

/** After how long a lane is looked at if its message was lost, in milliseconds. */
const RECHECK_MS = 60_000;

/** The most deliveries that one message names; more are found by the index. */
const MAX_NAMED_DELIVERIES = 20;

/**
 * Turns changes of the table into events on their way: each event kept once, a delivery of it for each endpoint
 * that gets it, the lanes scheduled in the table and then woken by messages. All of it is harmless to repeat,
 * so whatever fails is simply handed over again. Gives the first change that failed, or that there was no time
 * for; those after it may have been handled.
 */
export async function dispatchEvents(
  pipeline: Pick<WebhookServices, 'database' | 'send' | 'now'>,
  changes: readonly ItemChange[],
  isLate: () => boolean = () => false,
): Promise<ItemChange | undefined> {
  const now = pipeline.now();
  const read = createReader(pipeline.database);
  const recipientsOf = findRecipients(read, now);
  const changeLimit = pLimit(CHANGE_CONCURRENCY);
  const writeLimit = pLimit(WRITE_CONCURRENCY);
  const wakeUps: WakeUp[] = [];
  const disabled = new Set<string>();

  const dispatchOne = async (change: ItemChange): Promise<boolean> => {
    if (isLate()) return false;
    if (isLaneRequest(change.key)) {
      wakeUps.push(requestedLane(change.key));
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
  // The table says when each lane is looked at, so without its message it only waits for the sweeper.
  await pipeline.send(lanes).catch((error: unknown) => {
    logger.error('webhook lanes were not woken', { lanes: lanes.length, ...errorFields(error) });
  });
  return changes[done.indexOf(false)];
}

/** One message for each lane, with the deliveries of all. */
function byLane(wakeUps: readonly WakeUp[]): WakeUp[] {
  const lanes = new Map<string, WakeUp>();
  for (const { webhookId, number, deliveryIds = [] } of wakeUps) {
    const key = `${webhookId} ${number}`;
    const named = [...(lanes.get(key)?.deliveryIds ?? []), ...deliveryIds];
    // Ids begin with the time of their event, so that what happened first goes first.
    lanes.set(key, { webhookId, number, deliveryIds: named.sort().slice(0, MAX_NAMED_DELIVERIES) });
  }
  return [...lanes.values()];
}
