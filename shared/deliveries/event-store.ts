import { attributesOf } from '../db/document.ts';
import { entityKey } from '../db/table.ts';
import type { WebhookEvent } from './event.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

/** Retention of events and their deliveries in milliseconds (docs/specification.md, "Webhooks": 30 days). */
export const RETENTION_MS = 30 * 24 * 60 * 60 * 1000;

export const expiryOf = (now: Date): number => Math.ceil((now.getTime() + RETENTION_MS) / 1000);

const eventKey = (id: string): Key => entityKey(`EV#${id}`);

/** Stores the exact text of an event; a later write of the same event has no effect. */
export const putEvent = ({ id, ...event }: WebhookEvent, now: Date, exists: () => Error): Change => ({
  put: { ...eventKey(id), ...event, ttl: expiryOf(now) },
  if: 'absent',
  onConditionFailed: exists,
});

export async function getEvent(read: Reader, id: string): Promise<WebhookEvent | undefined> {
  const item = await read.get(eventKey(id));
  return item && toEvent(item);
}

function toEvent(item: Item): WebhookEvent {
  const { type, workspaceId, teamId, subjectId, body } = attributesOf<WebhookEvent>(item);
  return { id: item.pk.slice('EV#'.length), type, workspaceId, teamId, subjectId, body };
}
