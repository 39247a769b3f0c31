import { createHash } from 'node:crypto';
import { idFromBytes } from '../core/id.ts';
import { TEST_EVENT, type EventKind } from '../webhooks/webhook.ts';

/** Something that happened, with the exact text that every endpoint is sent. */
export interface WebhookEvent {
  id: string;
  type: EventKind | typeof TEST_EVENT;
  workspaceId: string;
  /** Whose owner sees it; null where it belongs to no team, as a test does. */
  teamId: string | null;
  /** The thing it tells of, so that what happened to one thing goes out in order as far as it can. */
  subjectId: string;
  body: string;
}

/** The most bytes of an event's body (docs/specification.md, "Webhooks": 256 KiB). */
const EVENT_BODY_MAX_BYTES = 256 * 1024;

interface Content {
  id: string;
  type: WebhookEvent['type'];
  timestamp: string;
  workspaceId: string;
  data: object;
}

/**
 * The text of an event. Where it would be too long its longest strings are cut, and `truncated` names them:
 * `data.description`.
 */
export function eventBody(content: Content, most = EVENT_BODY_MAX_BYTES): string {
  const whole = JSON.stringify(content);
  if (Buffer.byteLength(whole) <= most) return whole;
  const truncated = new Set<string>();
  const copy = { ...(JSON.parse(whole) as Content), truncated: [] as string[] };
  for (;;) {
    copy.truncated = [...truncated];
    const text = JSON.stringify(copy);
    const excess = Buffer.byteLength(text) - most;
    if (excess <= 0) return text;
    const longest = stringsIn(copy.data, 'data').sort((a, b) => b.bytes - a.bytes)[0];
    if (!longest) throw new Error(`An event of ${text.length} characters has no string to cut.`);
    truncated.add(longest.path);
    // A cut may split a surrogate pair, whose half JSON writes longer than the pair; halving ends anyway.
    longest.cut(Math.floor(longest.value.length / 2));
  }
}

interface Place {
  path: string;
  value: string;
  bytes: number;
  cut: (length: number) => void;
}

function stringsIn(holder: object, path: string): Place[] {
  return Object.entries(holder).flatMap(([name, value]: [string, unknown]): Place[] => {
    const at = `${path}.${name}`;
    if (typeof value === 'object' && value !== null) return stringsIn(value, at);
    if (typeof value !== 'string' || value.length === 0) return [];
    const cut = (length: number) => {
      (holder as Record<string, unknown>)[name] = value.slice(0, length).toWellFormed();
    };
    return [{ path: at, value, bytes: Buffer.byteLength(value), cut }];
  });
}

/**
 * The id of what happened to an item: the same however often the stream tells it, on any engine. `version` is
 * the updatedAt that it got, or `deleted`. The form is that of a UUID version 7, so that ids sort by time.
 */
export const eventId = (itemKey: string, version: string, at: Date): string =>
  hashedId(at, `${itemKey} ${version}`);

/** The id of an event's delivery to an endpoint: the same however often it is dispatched. */
export const deliveryId = ({ id }: Pick<WebhookEvent, 'id'>, webhookId: string): string =>
  hashedId(new Date(eventTime(id)), `${id} ${webhookId}`);

/** When it happened, in milliseconds since 1970, from the id of an event or of its delivery. */
export const eventTime = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

function hashedId(at: Date, text: string): string {
  const bytes = Buffer.alloc(16);
  createHash('sha256').update(text).digest().copy(bytes, 6, 0, 10);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return idFromBytes(bytes);
}
