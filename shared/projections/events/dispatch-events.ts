import pLimit from 'p-limit';
import { createReader } from '../../kernel/db/reader.ts';
import { isUnnamedSet } from '../../kernel/core/change-set-id.ts';
import type { Reader } from '../../kernel/core/database.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { requestOf } from '../../kernel/db/signature.ts';
import { WriteConflict } from '../../kernel/core/errors.ts';
import { errorFields, logger } from '../../kernel/core/logger.ts';
import { eventsOfChange } from './event-of-change.ts';
import { disableUnowned, fanOut, RECIPIENTS_AT_ONCE } from '../../events/deliveries/fan-out.ts';
import { wakeLanes } from '../../events/deliveries/wake-lanes.ts';
import { laneRequestKind, requestedLane } from '../../events/webhooks/lane-store.ts';
import type { WebhookServices, WakeUp } from '../../events/deliveries/pipeline.ts';
import { createRouteCache, type FindRoutes } from '../../events/deliveries/route-cache.ts';
import { categoriesOf } from '../../events/rules/known-categories.ts';
import { enqueueRuns } from '../../events/rules/enqueue-runs.ts';
import { findRecipients, type Recipient } from '../../events/deliveries/recipients.ts';
import { putChangeSetEvent } from '../../events/change-sets/change-set-store.ts';
import { HoldsUpOthers, isUnavailable } from '../../kernel/db/unavailable.ts';
import { commit } from '../../kernel/db/write.ts';
import { expiryOf } from '../../kernel/log/retention.ts';
import { createLogWriter } from '../../kernel/log/append.ts';
import type { WebhookEvent } from '../../kernel/log/event.ts';
import { fenceKind, passMark } from '../../kernel/log/log-fence-store.ts';
import { logOf, type LogId, type LogPosition } from '../../kernel/log/log-store.ts';
import { isOpenWorkspace } from '../../identity/workspaces/workspace-store.ts';
import type { Unprocessed } from '../project.ts';

/** The sandbox's cache of routes. */
const findRoutes = createRouteCache();
const appendEvents = createLogWriter();

/** A change with its event. */
interface ChangeEvent {
  change: ItemChange;
  event: WebhookEvent;
}

/** A change whose event is in the log. */
interface Appended extends ChangeEvent {
  position: LogPosition;
}

/** Number of changes, and of writes, processed concurrently: as many as a sandbox has connections to the database. */
const CONCURRENCY = 50;

/** Number of events of one log in a batch from which on the others of the batch do not wait for them. */
const BURST_EVENTS = 26;

interface Dispatched {
  /** The first change that must be delivered again; undefined if there is none. */
  retryFrom: ItemChange | undefined;
  /** The changes before that one that could not be dispatched for a permanent reason. */
  unprocessed: Unprocessed[];
}

/** The name under which changes that cannot be dispatched are stored. */
const NAME = 'events';

/** Whether the same work may succeed later: others changed what it writes, or the database is unavailable. */
const isTemporary = (error: unknown): boolean => error instanceof WriteConflict || isUnavailable(error);

/**
 * Turns table changes into events: appends each once to the log, whether or not anybody subscribed, stores a delivery
 * for each recipient, schedules the lanes in the table and wakes them with messages. Every step is idempotent, so failed
 * changes can simply be delivered again. Returns the first change that failed or for which no time was left; nothing
 * after it is in the log of its team, so that the changes of one thing stay in order. A change that can never be
 * dispatched holds up no others: it is returned in `unprocessed`.
 */
export async function dispatchEvents(
  pipeline: Pick<WebhookServices, 'database' | 'send' | 'now' | 'retention'>,
  changes: readonly ItemChange[],
  isLate: () => boolean = () => false,
): Promise<Dispatched> {
  const { retention } = pipeline;
  const now = pipeline.now();
  const read = createReader(pipeline.database);
  const routesOf = oncePerWorkspace(findRoutes);
  const recipientsOf = findRecipients(read, { now, retention }, routesOf);
  const findCategory = categoriesOf(read);
  const changeLimit = pLimit(CONCURRENCY);
  const writeLimit = pLimit(CONCURRENCY);
  const disabled = new Set<string>();
  const failed = new Set<ItemChange>();
  const poison = new Map<ItemChange, unknown>();

  const noteFailure = (change: ItemChange, error: unknown): undefined => {
    const { sequenceNumber } = change;
    logger.error('stream record failed', {
      sequenceNumber,
      requestId: requestOf(change),
      ...errorFields(error),
    });
    if (isTemporary(error)) failed.add(change);
    else poison.set(change, error);
  };
  const attempt = async <T>(change: ItemChange, work: () => Promise<T>): Promise<T | undefined> => {
    try {
      return await work();
    } catch (error) {
      return noteFailure(change, error);
    }
  };

  const events = await Promise.all(
    changes.map((change) =>
      changeLimit(async () => {
        if (laneRequestKind.includes(change.key) || fenceKind.includes(change.key)) return undefined;
        if (isLate()) return void failed.add(change);
        return await attempt(change, () => eventsOfChange(change, { read, now }));
      }),
    ),
  );
  const ended = changes.findIndex((change) => failed.has(change));
  const made = changes
    .slice(0, ended < 0 ? undefined : ended)
    .flatMap((change, position) => (events[position] ?? []).map((event): ChangeEvent => ({ change, event })));
  const logs = [...Map.groupBy(await withoutClosed(read, made), ({ event }) => logOf(event))];

  const dispatchOne = async (event: WebhookEvent, position: LogPosition): Promise<WakeUp[]> => {
    const recipients = await recipientsOf(event);
    const woken = await fanOut(pipeline, { event, position }, recipients, writeLimit);
    const unowned = recipients.filter(({ webhookId, unowned }) => unowned && !disabled.has(webhookId));
    for (const { webhookId } of unowned) disabled.add(webhookId);
    if (recipients.length <= RECIPIENTS_AT_ONCE) await disableUnlessContended(pipeline, unowned);
    return woken;
  };
  /** Appends events to a log and returns those that are in it, with their positions; one by one, if one cannot be. */
  const append = async (log: LogId, some: readonly ChangeEvent[]): Promise<Appended[]> => {
    const events = some.map(({ event }) => event);
    try {
      const positions = await appendEvents(pipeline, log, events);
      return some.map((one) => ({ ...one, position: positions.get(one.event.id)! }));
    } catch (error) {
      if (isTemporary(error) || some.length === 1) return noteFailure(some[0]!.change, error) ?? [];
    }
    const appended: Appended[] = [];
    for (const one of some) {
      appended.push(...(await append(log, [one])));
      // Those after it have to come after it.
      if (failed.has(one.change)) break;
    }
    return appended;
  };
  /** Appends the events of a log and makes their deliveries; returns the lanes that have work. */
  const dispatchLog = async ([log, some]: (typeof logs)[number]): Promise<WakeUp[]> => {
    const appended = await append(log, some);
    const woken = await Promise.all(
      appended.map(({ change, event, position }) =>
        changeLimit(() =>
          attempt(change, async () => {
            await addToChangeSet(pipeline, event, position);
            const woken = await dispatchOne(event, position);
            const { rules = [] } = (await routesOf(read, event.workspaceId)).get(event.type) ?? {};
            await enqueueRuns(pipeline, { event, position }, rules, findCategory);
            return woken;
          }),
        ),
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
  const retryFrom = changes.find((change) => failed.has(change));
  const processed = changes.slice(0, retryFrom && changes.indexOf(retryFrom));
  const marks = processed.filter(({ key }) => fenceKind.includes(key));
  await Promise.all(
    marks.map(({ key }) => writeLimit(() => commit(pipeline.database, [passMark(key, now)]))),
  );
  const unprocessed = processed
    .filter((change) => poison.has(change))
    .map((change) => ({ projection: NAME, change, error: poison.get(change) }));
  return { retryFrom, unprocessed };
}

/** Finds the routes of each workspace once. */
function oncePerWorkspace(find: FindRoutes): FindRoutes {
  const found = new Map<string, ReturnType<FindRoutes>>();
  return (read, workspaceId) => {
    const routes = found.get(workspaceId) ?? find(read, workspaceId);
    found.set(workspaceId, routes);
    return routes;
  };
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

/** Notes the position of an event whose change was made in a change set that a request named. */
async function addToChangeSet(
  { database, now, retention }: Pick<WebhookServices, 'database' | 'now' | 'retention'>,
  event: WebhookEvent,
  position: LogPosition,
): Promise<void> {
  const { changeSetId } = event;
  if (changeSetId === undefined || isUnnamedSet(changeSetId)) return;
  const ttl = expiryOf(now().getTime(), retention);
  await commit(database, [putChangeSetEvent(event, changeSetId, position, ttl)]);
}

/**
 * The events but those of a workspace that is being deleted, which would outlive it. Only deletions are a reason to look.
 */
async function withoutClosed(read: Reader, made: readonly ChangeEvent[]): Promise<ChangeEvent[]> {
  const deletions = made.filter(({ change }) => change.after === undefined);
  const ids = new Set(deletions.map(({ event }) => event.workspaceId));
  const closed = new Set<string>();
  for (const id of ids) if (!(await isOpenWorkspace(read, id))) closed.add(id);
  return made.filter(({ event }) => !closed.has(event.workspaceId));
}
