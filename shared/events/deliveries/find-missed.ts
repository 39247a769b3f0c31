import { readMembership } from '../../kernel/auth/membership-store.ts';
import type { Reader } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { deliveryId, eventTime } from '../../kernel/log/event.ts';
import { formatState, parseState } from '../changes/changes-cursor.ts';
import { findPlaces, readLogs } from '../../kernel/log/read-logs.ts';
import { expiryOf } from '../../kernel/log/retention.ts';
import { topicOf } from '../chats/topic.ts';
import { chatOf } from '../destinations/destination.ts';
import { laneOf } from '../webhooks/lane.ts';
import { mayOwnEndpoint } from '../webhooks/webhook-access.ts';
import type { StoredWebhook } from '../webhooks/webhook.ts';
import { PAGES_MAX, PAGE_SIZE, type ChosenDeliveries, type EventPeriod } from './choose-deliveries.ts';
import { newDelivery } from './delivery.ts';
import { getQueued, putDelivery } from './delivery-store.ts';
import { toWebhookEvent } from './event-store.ts';
import { findCategories } from '../../identity/status/find-categories.ts';
import { reasonToSkip } from './recipients.ts';

export interface LogReading {
  read: Reader;
  now: Date;
  /** The retention of events in milliseconds. */
  retention: number;
  /** The epoch of the table. */
  epoch: string;
  /** The identity of the request, if it has an Idempotency-Key. */
  requestKey: string | undefined;
}

/**
 * Returns new deliveries for events in the log that an endpoint would receive now and has no delivery of: oldest first,
 * about `room` at most, and the position to continue from; null at the end of the log. Events that the owner cannot
 * currently see are excluded.
 */
export async function findMissed(
  { read, now, retention, epoch, requestKey }: LogReading,
  webhook: StoredWebhook,
  { since, before }: EventPeriod,
  { position, room }: { position: string; room: number },
): Promise<{ chosen: ChosenDeliveries[]; next: string | null }> {
  const owner = await readMembership(read, webhook.workspaceId, webhook.ownerId);
  if (!mayOwnEndpoint(owner)) return { chosen: [], next: null };
  const receiver = {
    ...webhook,
    subscriptions: new Set(webhook.subscriptions),
    teamIds: webhook.teamIds && new Set(webhook.teamIds),
  };
  const logs = [webhook.workspaceId, ...owner.teamIds];
  const continued = position === '' ? undefined : parseState(position);
  // What a position in the logs of another table has passed is found again, and has its deliveries already.
  const known = continued?.epoch === epoch ? continued.places : undefined;
  const begun = await findPlaces(
    read,
    logs.filter((log) => !known?.has(log)),
    Date.parse(since),
  );
  let places = new Map(logs.map((log) => [log, known?.get(log) ?? begun.get(log)!]));
  const [oldest, end] = [Date.parse(since), before === undefined ? Infinity : Date.parse(before)];
  const findCategory = findCategories(read);
  const chosen: ChosenDeliveries[] = [];
  for (let page = 1; ; page++) {
    const { events, places: next, more } = await readLogs(read, places, { limit: PAGE_SIZE, now });
    places = next;
    const missed = await Promise.all(
      events.map(async ({ body, log, number, index }): Promise<ChosenDeliveries[]> => {
        const event = toWebhookEvent(body);
        const time = eventTime(event.id);
        if (time < oldest || time >= end) return [];
        if ((await reasonToSkip(event, receiver, owner, findCategory)) !== undefined) return [];
        const id = deliveryId(event, webhook.id);
        if (await getQueued(read, id)) return [];
        const { workspaceId, teamId } = event;
        const ordered = laneOf(chatOf(webhook.destination) ? topicOf(event) : event.subjectId);
        const lane = { webhookId: webhook.id, number: ordered, workspaceId };
        const queued = {
          delivery: newDelivery({ id, webhookId: webhook.id, event, held: false, now }),
          workspaceId,
          teamId,
          position: { log, number, index },
          lane,
          tries: 0,
          ttl: expiryOf(now.getTime(), retention),
          requeuedBy: requestKey,
        };
        return [{ lane, change: putDelivery(queued, writeConflict) }];
      }),
    );
    chosen.push(...missed.flat());
    if (!more) return { chosen, next: null };
    if (chosen.length > room - PAGE_SIZE || page === PAGES_MAX)
      return { chosen, next: formatState({ epoch, at: oldest, role: owner.role ?? 'guest', places }) };
  }
}
