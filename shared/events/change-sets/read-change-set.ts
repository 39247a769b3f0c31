import type { OperationContext } from '../../kernel/core/call.ts';
import type { Actor } from '../../kernel/core/actor.ts';
import { isUnnamedSet } from '../../kernel/core/change-set-id.ts';
import { conflict, notFound } from '../../kernel/core/errors.ts';
import { eventTime } from '../../kernel/log/event.ts';
import { getBodies } from '../../kernel/log/log-store.ts';
import { findPlaces, readLogs } from '../../kernel/log/read-logs.ts';
import { isAccessKind } from '../changes/access-event.ts';
import { isWanted } from '../changes/event-rights.ts';
import { objectiveVisibility } from '../changes/objective-visibility.ts';
import type { SetEvent } from './change-set.ts';
import { actOf } from './set-acts.ts';
import { getChangeSetPositions } from './change-set-store.ts';

type ReadChangeSetContext = Pick<OperationContext, 'caller' | 'read' | 'now'>;

/** How long before and after the time of an event the log may have it, in milliseconds. */
const SKEW_MS = 60_000;
const DELAY_MS = 10 * 60_000;

/** Events read at once, and how often, to find one by its time. */
const EVENTS_AT_ONCE = 200;
const READS_MAX = 20;

/** The same for all events of a set that no request named. */
const UNNAMED_AT_ONCE = 500;
const UNNAMED_READS_MAX = 100;

/** The maximum number of teams whose logs are searched for one change. */
const TEAMS_MAX = 100;

/** The most changes of a set that are shown, and that are reverted. */
export const CHANGES_MAX = 5_000;
export const REVERTED_MAX = 20_000;

export const tooManyChanges = (count: number, max: number) =>
  conflict(
    `These are ${count} changes or more; at most ${max} can be ${max === REVERTED_MAX ? 'reverted' : 'shown'} together.`,
    'Read them with listChanges, whose events have changeSetId, and change back what you need.',
  );

const tooMuchElse = () =>
  conflict(
    `More than ${UNNAMED_AT_ONCE * UNNAMED_READS_MAX} changes were made at the time of the change set.`,
    'Revert what its actor changed in a shorter time with revertChanges, since and before.',
  );

/** Up to `max` events of a change set that the caller may see now, oldest first. Throws a 404 if there are none. */
export async function readChangeSet(
  context: ReadChangeSetContext,
  id: string,
  max = CHANGES_MAX,
): Promise<SetEvent[]> {
  const { caller } = context;
  const bodies = isUnnamedSet(id) ? await findUnnamed(context, id, max) : await findNamed(context, id, max);
  const events = bodies.map((body) => JSON.parse(body) as SetEvent);
  const visible = await visibleEvents(context, ofOneActor(events.sort(byTime), caller.actor));
  if (visible.length === 0) throw notFound('change set');
  return visible;
}

/** The texts of the events of a set that requests named, or of a change that is a set of its own. */
async function findNamed(context: ReadChangeSetContext, id: string, max: number): Promise<string[]> {
  const { caller, read } = context;
  const [positions, single] = await Promise.all([
    getChangeSetPositions(read, caller.workspaceId, id),
    findSingle(context, id),
  ]);
  // Those who name the id of a change that is a set of its own add nothing to it, and do not take its place.
  if (single.length > 0) return single;
  if (positions.length > max) throw tooManyChanges(positions.length, max);
  return (await getBodies(read, positions)).filter((body) => body !== undefined);
}

/** The texts of the events of a set that no request named: all of the log near the time in its id that name it. */
async function findUnnamed(
  { caller, read, now }: ReadChangeSetContext,
  id: string,
  max: number,
): Promise<string[]> {
  const at = eventTime(id);
  if (at > now.getTime() + SKEW_MS) return [];
  let places = await findPlaces(read, [caller.workspaceId, ...caller.teamIds], at - SKEW_MS);
  const found: string[] = [];
  for (let reads = 0; reads < UNNAMED_READS_MAX; reads++) {
    const page = await readLogs(read, places, { limit: UNNAMED_AT_ONCE, now });
    found.push(...page.events.filter(({ body }) => isInSet(body, id)).map(({ body }) => body));
    if (found.length > max) throw tooManyChanges(found.length, max);
    const last = page.events.at(-1);
    if (!page.more || !last || last.at > at + DELAY_MS) return found;
    places = page.places;
  }
  throw tooMuchElse();
}

/** Whether an event names a change set; its other texts can contain the id too. */
const isInSet = (body: string, id: string): boolean =>
  body.includes(id) && (JSON.parse(body) as SetEvent).changeSetId === id;

/**
 * A change set is of one actor. Where several have named the same one, each sees their own, and everyone else that of
 * who named it first.
 */
function ofOneActor(events: readonly SetEvent[], reader: Pick<Actor, 'id'>): SetEvent[] {
  const isOwn = events.some(({ actor }) => actor.id === reader.id);
  const id = isOwn ? reader.id : events[0]?.actor.id;
  return events.filter(({ actor }) => actor.id === id);
}

/** Deletions have whole seconds, so that they can have the time of the creation. */
const inOrder = ['created', 'updated', 'claimed', 'released', 'deleted'];

/** Orders events by when their changes happened. */
export const byTime = (one: SetEvent, other: SetEvent): number =>
  Date.parse(one.timestamp) - Date.parse(other.timestamp) ||
  inOrder.indexOf(actOf(one).action) - inOrder.indexOf(actOf(other).action);

/** The text of the event that is a change set of its own, found by the time in its id. */
async function findSingle({ caller, read, now }: ReadChangeSetContext, id: string): Promise<string[]> {
  const at = eventTime(id);
  if (id[14] !== '7' || at > now.getTime() + SKEW_MS || caller.teamIds.size > TEAMS_MAX) return [];
  let places = await findPlaces(read, [caller.workspaceId, ...caller.teamIds], at - SKEW_MS);
  for (let reads = 0; reads < READS_MAX; reads++) {
    const page = await readLogs(read, places, { limit: EVENTS_AT_ONCE, now });
    const found = page.events.find(({ body }) => body.startsWith(`{"id":"${id}"`));
    if (found) return [found.body];
    const last = page.events.at(-1);
    if (!page.more || !last || last.at > at + DELAY_MS) return [];
    places = page.places;
  }
  return [];
}

/** Those of the events that a caller may see now, without those that only say that something went out of sight. */
export async function visibleEvents(
  { caller, read }: ReadChangeSetContext,
  events: readonly SetEvent[],
): Promise<SetEvent[]> {
  const readable = events.filter(
    ({ type, teamId, workspaceId }) =>
      workspaceId === caller.workspaceId &&
      !isAccessKind(type) &&
      (teamId === null || caller.teamIds.has(teamId)) &&
      isWanted(caller, type, undefined),
  );
  const ofObjective = await objectiveVisibility(caller, read, readable);
  return readable.filter((event) => ofObjective(event, event.id) === event.id);
}
