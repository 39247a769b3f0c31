import { attributesOf } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { subjectIdOf, type WebhookEvent } from '../../kernel/log/event.ts';
import { getBodies, type LogPosition } from '../../kernel/log/log-store.ts';
import type { Item, Reader, Change } from '../../kernel/core/database.ts';

const eventKind = itemKind('EV#', 'workspace');
const eventKey = eventKind.key;

/** Stores the exact text of an event that is in no log, such as a test; a later write has no effect. */
export const putEvent = ({ id, ...event }: WebhookEvent, expiresAt: number, exists: () => Error): Change => ({
  put: { ...eventKey(id), ...event, ttl: expiresAt },
  if: 'absent',
  onConditionFailed: exists,
});

/** The location of a delivery's event: in the log or, for a test, in its own item. */
interface EventPlace {
  eventId: string;
  position: LogPosition | null;
}

/** The event of a delivery; undefined once it has expired. */
export async function getEvent(read: Reader, place: EventPlace): Promise<WebhookEvent | undefined> {
  return (await getEvents(read, [place])).get(place.eventId);
}

/** The events of deliveries by their ids, without those that have expired; in one round trip for up to 100 entries. */
export async function getEvents(
  read: Reader,
  places: readonly EventPlace[],
): Promise<Map<string, WebhookEvent>> {
  const logged = places.flatMap(({ position }) => (position ? [position] : []));
  const [bodies, own] = await Promise.all([
    getBodies(read, logged),
    Promise.all(places.flatMap(({ eventId, position }) => (position ? [] : [read.get(eventKey(eventId))]))),
  ]);
  const events = [
    ...bodies.flatMap((body) => (body === undefined ? [] : [toWebhookEvent(body)])),
    ...own.flatMap((item) => (item ? [ownItem(item)] : [])),
  ];
  return new Map(events.map((event) => [event.id, event]));
}

function ownItem(item: Item): WebhookEvent {
  const { type, workspaceId, teamId, subjectId, body } = attributesOf<WebhookEvent>(item);
  return { id: eventKind.idOf(item), type, workspaceId, teamId, subjectId, body };
}

/** An event of the log, from its exact text. */
export function toWebhookEvent(body: string): WebhookEvent {
  const event = JSON.parse(body) as WebhookEvent & { data: Parameters<typeof subjectIdOf>[0] };
  const { id, type, workspaceId, teamId, data } = event;
  return { id, type, workspaceId, teamId, subjectId: subjectIdOf(data), body };
}
