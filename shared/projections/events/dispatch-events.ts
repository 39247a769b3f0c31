import pLimit from 'p-limit';
import { createReader } from '../../db/reader.ts';
import type { Reader } from '../../core/database.ts';
import type { ItemChange } from '../../db/stream-record.ts';
import { errorFields, logger } from '../../core/logger.ts';
import { eventOfChange } from './event-of-change.ts';
import { disableUnowned, fanOut, RECIPIENTS_AT_ONCE } from '../../deliveries/fan-out.ts';
import { wakeLanes } from '../../deliveries/wake-lanes.ts';
import { laneRequestKind, requestedLane } from '../../webhooks/lane-store.ts';
import type { WebhookServices, WakeUp } from '../../deliveries/pipeline.ts';
import { createRouteCache } from '../../deliveries/route-cache.ts';
import { findRecipients } from '../../deliveries/recipients.ts';
import { createLogWriter } from '../../log/append.ts';
import type { WebhookEvent } from '../../log/event.ts';
import { logOf, type Position } from '../../log/log-store.ts';
import { isOpenWorkspace } from '../../workspaces/workspace-store.ts';

/** What a sandbox remembers from batch to batch. */
const findRoutes = createRouteCache();
const appendEvents = createLogWriter();

/** A change with its event. */
interface Made {
  change: ItemChange;
  event: WebhookEvent;
}

/** Number of changes, and of writes, processed concurrently: as many as a sandbox has connections to the database. */
const CONCURRENCY = 50;

/**
 * Turns table changes into events: appends each once to the log, whether or not anybody subscribed, stores a delivery
 * for each recipient, schedules the lanes in the table and wakes them with messages. Every step is idempotent, so failed
 * changes can simply be delivered again. Returns the first change that failed or for which no time was left; nothing
 * after it is in the log of its team, so that the changes of one thing stay in order.
 */
export async function dispatchEvents(
  pipeline: Pick<WebhookServices, 'database' | 'send' | 'now' | 'retention'>,
  changes: readonly ItemChange[],
  isLate: () => boolean = () => false,
): Promise<ItemChange | undefined> {
  const { retention } = pipeline;
  const now = pipeline.now();
  const read = createReader(pipeline.database);
  const recipientsOf = findRecipients(read, { now, retention }, findRoutes);
  const changeLimit = pLimit(CONCURRENCY);
  const writeLimit = pLimit(CONCURRENCY);
  const disabled = new Set<string>();
  const failed = new Set<ItemChange>();

  const attempt = async <T>(change: ItemChange, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      logger.error('stream record failed', { sequenceNumber: change.sequenceNumber, ...errorFields(error) });
      failed.add(change);
      return undefined;
    }
  };

  const events = await Promise.all(
    changes.map((change) =>
      changeLimit(async () => {
        if (laneRequestKind.includes(change.key)) return undefined;
        if (isLate()) return void failed.add(change);
        return await attempt(change, () => eventOfChange(change, { read, now }));
      }),
    ),
  );
  const ended = changes.findIndex((change) => failed.has(change));
  const made = changes
    .slice(0, ended < 0 ? undefined : ended)
    .flatMap((change, position): Made[] => (events[position] ? [{ change, event: events[position] }] : []));
  const logs = Map.groupBy(await withoutClosed(read, made), ({ event }) => logOf(event));
  const positions = new Map<string, Position>();
  await Promise.all(
    [...logs].map(([log, some]) =>
      attempt(some[0]!.change, async () => {
        const found = await appendEvents(
          pipeline,
          log,
          some.map(({ event }) => event),
        );
        for (const { event } of some) positions.set(event.id, found.get(event.id)!);
      }),
    ),
  );

  const dispatchOne = async ({ event }: Made, position: Position): Promise<WakeUp[]> => {
    const recipients = await recipientsOf(event);
    const woken = await fanOut(pipeline, { event, position }, recipients, writeLimit);
    const unowned = recipients.filter(({ webhookId, unowned }) => unowned && !disabled.has(webhookId));
    for (const { webhookId } of unowned) disabled.add(webhookId);
    if (recipients.length <= RECIPIENTS_AT_ONCE) await disableUnowned(pipeline, unowned);
    return woken;
  };
  const woken = await Promise.all(
    made.map(async (one) => {
      const position = positions.get(one.event.id);
      return position && (await changeLimit(() => attempt(one.change, () => dispatchOne(one, position))));
    }),
  );
  const wakeUps = [
    ...changes
      .filter(({ key }) => laneRequestKind.includes(key))
      .map(({ key, after }) => requestedLane(key, after)),
    ...woken.flatMap((some) => some ?? []),
  ];

  await wakeLanes(pipeline, wakeUps, writeLimit);
  return changes.find((change) => failed.has(change));
}

/**
 * The events but those of a workspace that is being deleted, which would outlive it. Only deletions are a reason to look.
 */
async function withoutClosed(read: Reader, made: readonly Made[]): Promise<Made[]> {
  const deletions = made.filter(({ change }) => change.after === undefined);
  const ids = new Set(deletions.map(({ event }) => event.workspaceId));
  const closed = new Set<string>();
  for (const id of ids) if (!(await isOpenWorkspace(read, id))) closed.add(id);
  return made.filter(({ event }) => !closed.has(event.workspaceId));
}
