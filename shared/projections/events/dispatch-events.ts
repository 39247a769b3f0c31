import pLimit from 'p-limit';
import { createReader } from '../../kernel/db/reader.ts';
import { isUnnamedSet } from '../../kernel/core/change-set-id.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { requestOf } from '../../kernel/db/signature.ts';
import { errorFields, logger } from '../../kernel/core/logger.ts';
import { eventsOfChange } from './event-of-change.ts';
import { disableUnowned, fanOut, RECIPIENTS_AT_ONCE } from '../../events/deliveries/fan-out.ts';
import { wakeLanes } from '../../events/deliveries/wake-lanes.ts';
import { laneRequestKind, requestedLane } from '../../events/webhooks/lane-store.ts';
import type { WebhookServices, WakeUp } from '../../events/deliveries/pipeline.ts';
import { createRouteCache } from '../../events/deliveries/route-cache.ts';
import { findRecipients, type Recipient } from '../../events/deliveries/recipients.ts';
import { putChangeSetEvent } from '../../events/change-sets/change-set-store.ts';
import { HoldsUpOthers } from '../../kernel/db/unavailable.ts';
import { commit } from '../../kernel/db/write.ts';
import { expiryOf } from '../../kernel/log/retention.ts';
import { createLogWriter } from '../../kernel/log/append.ts';
import type { WebhookEvent } from '../../kernel/log/event.ts';
import { logOf, type LogPosition } from '../../kernel/log/log-store.ts';
import { isOpenWorkspace } from '../../identity/workspaces/workspace-store.ts';

/** The sandbox's cache of routes. */
const findRoutes = createRouteCache();
const appendEvents = createLogWriter();

/** A change with its event. */
interface Made {
  change: ItemChange;
  event: WebhookEvent;
}

/** Number of changes, and of writes, processed concurrently: as many as a sandbox has connections to the database. */
const CONCURRENCY = 50;

/** Number of events of one log in a batch from which on the others of the batch do not wait for them. */
const BURST_EVENTS = 26;

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
      const { sequenceNumber } = change;
      logger.error('stream record failed', {
        sequenceNumber,
        requestId: requestOf(change),
        ...errorFields(error),
      });
      failed.add(change);
      return undefined;
    }
  };

  const events = await Promise.all(
    changes.map((change) =>
      changeLimit(async () => {
        if (laneRequestKind.includes(change.key)) return undefined;
        if (isLate()) return void failed.add(change);
        return await attempt(change, () => eventsOfChange(change, { read, now }));
      }),
    ),
  );
  const ended = changes.findIndex((change) => failed.has(change));
  const made = changes
    .slice(0, ended < 0 ? undefined : ended)
    .flatMap((change, position) => (events[position] ?? []).map((event): Made => ({ change, event })));
  const logs = [...Map.groupBy(await withoutClosed(read, made), ({ event }) => logOf(event))];

  const dispatchOne = async (event: WebhookEvent, position: LogPosition): Promise<WakeUp[]> => {
    const recipients = await recipientsOf(event);
    const woken = await fanOut(pipeline, { event, position }, recipients, writeLimit);
    const unowned = recipients.filter(({ webhookId, unowned }) => unowned && !disabled.has(webhookId));
    for (const { webhookId } of unowned) disabled.add(webhookId);
    if (recipients.length <= RECIPIENTS_AT_ONCE) await disableUnlessContended(pipeline, unowned);
    return woken;
  };
  /** Appends the events of a log and makes their deliveries; returns the lanes that have work. */
  const dispatchLog = async ([log, some]: (typeof logs)[number]): Promise<WakeUp[]> => {
    const events = some.map(({ event }) => event);
    const positions = await attempt(some[0]!.change, () => appendEvents(pipeline, log, events));
    if (!positions) return [];
    await attempt(some[0]!.change, () => addToChangeSets(pipeline, events, positions));
    const woken = await Promise.all(
      some.map(({ change, event }) =>
        changeLimit(() => attempt(change, () => dispatchOne(event, positions.get(event.id)!))),
      ),
    );
    return woken.flatMap((wakeUps) => wakeUps ?? []);
  };
  const [bursts, others] = [true, false].map((isBurst) =>
    logs.filter(([, some]) => some.length >= BURST_EVENTS === isBurst),
  );
  // What a burst waits for is begun at once, but no one else's events wait for it.
  const burst = Promise.all(bursts!.map(dispatchLog));
  const woken = await Promise.all(others!.map(dispatchLog));
  const requested = changes
    .filter(({ key }) => laneRequestKind.includes(key))
    .map(({ key, after }) => requestedLane(key, after));
  await wakeLanes(pipeline, [...requested, ...woken.flat()], writeLimit);
  await wakeLanes(pipeline, (await burst).flat(), writeLimit);
  return changes.find((change) => failed.has(change));
}

/**
 * Disables endpoints without owners, unless others keep writing the endpoints of their workspace: what is held for them stays
 * so, and the workspace's next event is another occasion. No other workspace's records wait for it.
 */
async function disableUnlessContended(
  pipeline: Pick<WebhookServices, 'database' | 'now'>,
  unowned: readonly Recipient[],
): Promise<void> {
  try {
    await disableUnowned(pipeline, unowned);
  } catch (error) {
    if (!(error instanceof HoldsUpOthers)) throw error;
    logger.warn('webhook endpoints are still enabled', errorFields(error));
  }
}

/** Notes the positions of events whose changes were made in a change set that requests named. */
async function addToChangeSets(
  { database, now, retention }: Pick<WebhookServices, 'database' | 'now' | 'retention'>,
  events: readonly WebhookEvent[],
  positions: ReadonlyMap<string, LogPosition>,
): Promise<void> {
  const ttl = expiryOf(now().getTime(), retention);
  await Promise.all(
    events.map(async (event) => {
      const { id, changeSetId } = event;
      if (changeSetId === undefined || isUnnamedSet(changeSetId)) return;
      await commit(database, [putChangeSetEvent(event, changeSetId, positions.get(id)!, ttl)]);
    }),
  );
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
