import { attributesOf } from '../db/document.ts';
import { entityKey } from '../db/table.ts';
import type { WebhookEvent } from '../log/event.ts';
import { getBody, type Position } from '../log/log-store.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

const eventKey = (id: string): Key => entityKey(`EV#${id}`);

/** Stores the exact text of an event that is in no log, such as a test; a later write has no effect. */
export const putEvent = ({ id, ...event }: WebhookEvent, expiresAt: number, exists: () => Error): Change => ({
  put: { ...eventKey(id), ...event, ttl: expiresAt },
  if: 'absent',
  onConditionFailed: exists,
});

/** The event of a delivery, from the log or, for a test, from its own item; undefined once it has expired. */
export async function getEvent(
  read: Reader,
  { eventId, position }: { eventId: string; position: Position | null },
): Promise<WebhookEvent | undefined> {
  if (position) {
    const body = await getBody(read, position);
    return body === undefined ? undefined : toEvent(body);
  }
  const item = await read.get(eventKey(eventId));
  return item && ownItem(item);
}

function ownItem(item: Item): WebhookEvent {
  const { type, workspaceId, teamId, subjectId, body } = attributesOf<WebhookEvent>(item);
  return { id: item.pk.slice('EV#'.length), type, workspaceId, teamId, subjectId, body };
}

/** An event of the log, from its exact text. */
export function toEvent(body: string): WebhookEvent {
  const { id, type, workspaceId, teamId, data } = JSON.parse(body) as WebhookEvent & { data: { id: string } };
  return { id, type, workspaceId, teamId, subjectId: data.id, body };
}
