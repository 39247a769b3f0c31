import { createHash } from 'node:crypto';
import type { Actor } from '../core/actor.ts';
import { originOf, type Origin } from '../core/origin.ts';
import { idFromBytes } from '../core/id.ts';

/** An event, with the exact text sent to every endpoint. */
export interface WebhookEvent {
  id: string;
  /** Such as `story.updated`. */
  type: string;
  workspaceId: string;
  /** The team whose members may see it; null if it belongs to no team, like a test event. */
  teamId: string | null;
  /** The resource it is about. Events of one resource are sent in order if possible. */
  subjectId: string;
  /** The change set that its change was made in, unless it is one of its own. */
  changeSetId?: string | undefined;
  body: string;
}

/** Maximum size of an event's body in bytes (docs/guides/limits.md). */
const EVENT_BODY_MAX_BYTES = 256 * 1024;

/** The version of the shape of events. */
const API_VERSION = '1';

/** A field that an update gave another value. */
export interface FieldChange {
  field: string;
  from: unknown;
  to: unknown;
}

interface Content {
  id: string;
  type: string;
  timestamp: string;
  workspaceId: string;
  /** The team of the resource; null if it belongs to none. */
  teamId: string | null;
  actor: Actor;
  /** The change set that the change belongs to; the event's own id if it is one of its own. */
  changeSetId?: string | undefined;
  /** The resource as the API shows it. */
  data: object;
  /** Of updates only. */
  changes?: readonly FieldChange[];
}

/**
 * Serializes an event. If it is too large, long strings are truncated and listed in `truncated`, such as
 * `changes.0.to`, which `data` has too, then `changes.0.from`, then `data.description`.
 */
export function eventBody(
  { id, type, actor, changeSetId = id, data, changes, ...place }: Content,
  most = EVENT_BODY_MAX_BYTES,
): string {
  const origin = originIn(data) ?? originOf(actor);
  const content = { ...place, actor, origin, changeSetId, data, ...(changes ? { changes } : {}) };
  const whole = JSON.stringify({ id, type, apiVersion: API_VERSION, ...content });
  if (Buffer.byteLength(whole) <= most) return whole;
  const truncated = new Set<string>();
  const copy = { ...(JSON.parse(whole) as Content), truncated: [] as string[] };
  for (;;) {
    copy.truncated = [...truncated];
    const text = JSON.stringify(copy);
    const excess = Buffer.byteLength(text) - most;
    if (excess <= 0) return text;
    const longest = textsOf(copy).sort((a, b) => a.needed - b.needed || b.bytes - a.bytes)[0];
    if (!longest) throw new Error(`An event of ${text.length} characters contains no string to truncate.`);
    truncated.add(longest.path);
    // Cutting can split a surrogate pair, and JSON writes a lone half longer than the pair; halving still
    // terminates.
    longest.cut(Math.floor(longest.value.length / 2));
  }
}

/** Whose text a resource has, if it says so. */
const originIn = (data: { origin?: Origin }): Origin | undefined => data.origin;

interface TextPlace {
  path: string;
  value: string;
  bytes: number;
  /** What is needed less is truncated first. */
  needed: number;
  cut: (length: number) => void;
}

/** The texts that may be truncated: those of the resource, and those that an update changed. */
const textsOf = ({ data, changes = [] }: Content): TextPlace[] => [
  ...stringsIn(data, 'data'),
  ...stringsIn(changes, 'changes').filter(({ path }) => !/^changes\.\d+\.field$/.test(path)),
];

/** Shorter texts are truncated last. */
const LONG_BYTES = 1_024;

/** A reversal compares with the new value of a change and puts back the old one, so it is not carried out if both are cut. */
function neededOf(path: string, bytes: number): number {
  if (bytes < LONG_BYTES) return 3;
  return /^changes\.\d+\.to$/.test(path) ? 0 : path.startsWith('changes.') ? 1 : 2;
}

function stringsIn(holder: object, path: string): TextPlace[] {
  return Object.entries(holder).flatMap(([name, value]: [string, unknown]): TextPlace[] => {
    const at = `${path}.${name}`;
    if (typeof value === 'object' && value !== null) return stringsIn(value, at);
    if (typeof value !== 'string' || value.length === 0) return [];
    const cut = (length: number) => {
      (holder as Record<string, unknown>)[name] = value.slice(0, length).toWellFormed();
    };
    const bytes = Buffer.byteLength(value);
    return [{ path: at, value, bytes, needed: neededOf(at, bytes), cut }];
  });
}

/**
 * Derives the id of a change's event: the same for every read of the stream, on any engine. `version` is the
 * new updatedAt, or `deleted`. The id has the form of a UUID version 7, so ids sort by time.
 */
export const eventId = (itemKey: string, version: string, at: Date): string =>
  hashedId(at, `${itemKey} ${version}`);

/** Derives the id of an event's delivery to an endpoint; the same for every dispatch. */
export const deliveryId = ({ id }: Pick<WebhookEvent, 'id'>, webhookId: string): string =>
  hashedId(new Date(eventTime(id)), `${id} ${webhookId}`);

/** The resource that an event is about; of `schedule.changed`, the story that has moved in a plan. */
export const subjectIdOf = (data: { id: string } | { storyId: string }): string =>
  'id' in data ? data.id : data.storyId;

/** The time of an event in milliseconds since 1970, from its id or the id of its delivery. */
export const eventTime = (id: string): number => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16);

function hashedId(at: Date, text: string): string {
  const bytes = Buffer.alloc(16);
  createHash('sha256').update(text).digest().copy(bytes, 6, 0, 10);
  bytes.writeUIntBE(at.getTime(), 0, 6);
  bytes[6] = (bytes[6]! & 0x0f) | 0x70;
  bytes[8] = (bytes[8]! & 0x3f) | 0x80;
  return idFromBytes(bytes);
}
