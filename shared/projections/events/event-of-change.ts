import { proposalKind } from '../../kernel/api/operation/proposal-store.ts';
import { changeSetOf, deleterOf, deletionSetOf, writerOf } from '../../kernel/db/signature.ts';
import type { ItemChange } from '../../kernel/db/stream-record.ts';
import { eventBody, eventId, type FieldChange, type WebhookEvent } from '../../kernel/log/event.ts';
import { forecastKind } from '../../planning/forecasts/forecast-store.ts';
import { placementKind } from '../../planning/scheduling/placements/placement-store.ts';
import { departureEvent } from '../../events/changes/access-event.ts';
import { nounOf } from '../../nouns/nouns.ts';
import { claimActOf } from '../../planning/story-parts/claim-store.ts';
import { storyKind, storyTeamOf, toStory } from '../../planning/story/story-store.ts';
import { claimEvent } from './claim-event.ts';
import { forecastEvent } from './forecast-event.ts';
import { proposalEvent } from './proposal-event.ts';
import { scheduleEvent } from './schedule-event.ts';
import type { Item, Reader } from '../../kernel/core/database.ts';

/**
 * The events of a change: its own, if it has one, and for a story that moved to another team one for the log of the team
 * that it left.
 */
export async function eventsOfChange(
  change: ItemChange,
  context: { read: Reader; now: Date },
): Promise<WebhookEvent[]> {
  const event = await eventOfChange(change, context);
  const claim = claimEvent(change, context.now);
  if (!event) return claim ? [claim] : [];
  const { key, before, after } = change;
  if (!before || !after || !storyKind.includes(key) || !isInOtherTeam(before, after))
    return claim ? [event, claim] : [event];
  const { id: storyId, workspaceId, teamId: toTeamId, updatedAt: timestamp } = toStory(after);
  const teamId = storyTeamOf(before);
  return [
    departureEvent({ workspaceId, teamId, storyId, toTeamId, actor: writerOf(after), timestamp }),
    event,
    ...(claim ? [claim] : []),
  ];
}

/**
 * The event of a change, or undefined if there is none: changes that do not move updatedAt, such as those of
 * derived or internal values, produce no event. A comment or relation that followed its story to another team has one
 * there, without changed fields.
 */
export async function eventOfChange(
  change: ItemChange,
  { read, now }: { read: Reader; now: Date },
): Promise<WebhookEvent | undefined> {
  const { key, before, after, at } = change;
  if (forecastKind.includes(key)) return await forecastEvent(change, { read, now });
  if (placementKind.includes(key)) return await scheduleEvent(change, read);
  if (proposalKind.includes(key)) return proposalEvent(change);
  const noun = nounOf(key);
  const item = after ?? before;
  if (!item || !noun || noun.events === 'none' || noun.isInstance?.(item) === false) return undefined;
  // What becomes one is created then.
  const previous = before && noun.isInstance?.(before) !== false ? noun.toResource(before) : undefined;
  const resource = noun.toResource(item);
  const isSameVersion = after !== undefined && previous?.updatedAt === resource.updatedAt;
  const hasFollowed = isSameVersion && isInOtherTeam(before!, after);
  if (isSameVersion && !hasFollowed) return undefined;

  const place = await noun.placeOf(item, { read, now });
  if (!place) return undefined;
  const data = { ...resource, ...(await noun.events.derive?.(item, { read, now })) };
  const action = !after ? 'deleted' : previous ? 'updated' : 'created';
  const type = `${noun.name}.${action}`;
  // The stream's timestamps are whole seconds and can precede the last change, also of the claim, but the deletion came
  // after it.
  const isNewVersion = after && !hasFollowed;
  const changedAt = latest(resource.updatedAt, claimActOf(item)?.at ?? '');
  const timestamp = isNewVersion ? resource.updatedAt : latest(at.toISOString(), changedAt);
  const { workspaceId, teamId } = place;
  const version = hasFollowed ? `${resource.updatedAt} ${teamId}` : after ? resource.updatedAt : 'deleted';
  const id = eventId(key.pk, version, new Date(timestamp));
  const actor = after ? writerOf(after) : deleterOf(item);
  const changeSetId = after ? changeSetOf(after) : deletionSetOf(item);
  const changes = after && previous ? { changes: changesBetween(previous, resource) } : {};
  return {
    id,
    type,
    workspaceId,
    teamId,
    subjectId: resource.id,
    changeSetId,
    body: eventBody({ id, type, timestamp, workspaceId, teamId, actor, changeSetId, data, ...changes }),
  };
}

/** Whether an item is stored with another team than before; items of a workspace are stored with none. */
const isInOtherTeam = (before: Item, after: Item): boolean =>
  typeof before['teamId'] === 'string' && before['teamId'] !== after['teamId'];

const latest = (one: string, other: string): string => (one > other ? one : other);

/** The fields whose values differ, except the version, with both values. Each custom field is one of them. */
export function changesBetween(previous: object, resource: object): FieldChange[] {
  const [before, after] = [previous, resource].map(flatFields) as [
    Map<string, unknown>,
    Map<string, unknown>,
  ];
  const fields = [
    ...new Set([...after.keys(), ...[...before.keys()].filter((field) => field.includes('.'))]),
  ];
  return fields
    .map((field) => ({ field, from: before.get(field) ?? null, to: after.get(field) ?? null }))
    .filter(({ field, from, to }) => field !== 'updatedAt' && JSON.stringify(from) !== JSON.stringify(to));
}

/** The fields of a resource, with those of its custom fields as `customFields.severity`. */
const flatFields = (resource: object): Map<string, unknown> =>
  new Map(
    Object.entries(resource).flatMap(([field, value]) =>
      field === 'customFields'
        ? Object.entries(value as object).map(([key, one]) => [`${field}.${key}`, one] as const)
        : [[field, value] as const],
    ),
  );
