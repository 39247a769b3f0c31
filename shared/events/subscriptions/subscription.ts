import type { AccessSubject } from '../../kernel/auth/access-subject.ts';
import { idOfText } from '../../kernel/core/id.ts';
import type { EventFilters } from './mcp-event.ts';

const MINUTE_MS = 60_000;

/** How long a subscription lasts unless it is refreshed: at most, at least and by default, in milliseconds. */
const LIFETIME_MAX_MS = 24 * 60 * MINUTE_MS;
const LIFETIME_MIN_MS = MINUTE_MS;

/** How long a secret still signs along with the one that replaced it, in milliseconds. */
export const SECRET_OVERLAP_MS = 10 * MINUTE_MS;

/** Subscriptions that one member can have in a workspace at a time. */
export const SUBSCRIPTIONS_MAX = 50;

/** A secret of a client, encrypted, and until when it signs if another one has replaced it. */
interface SealedClientSecret {
  sealed: string;
  until?: string;
}

/** An MCP client receives events at its callback, as the user who connected it. */
export interface Subscription {
  id: string;
  workspaceId: string;
  /** The person, or the service account of an agent. */
  userId: string;
  /** Whose access it is; undefined for a person who has connected a client. */
  subject?: AccessSubject;
  memberId: string;
  clientId: string;
  /** The user's grant to the client; the subscription ends with it. */
  grantId: string;
  /** The event's name for AI clients. */
  name: string;
  filters: EventFilters;
  url: string;
  createdAt: string;
  expiresAt: string;
  secrets: readonly SealedClientSecret[];
}

/** What identifies a subscription: it cannot change. */
interface SubscriptionKey {
  userId: string;
  clientId: string;
  url: string;
  name: string;
  /** The client's arguments, in any order. */
  filters: object;
}

/**
 * The id of a subscription: always the same for its key. It is a UUID of version 8, those of webhook endpoints are of
 * version 7 (`isSubscriptionId` in shared/events/webhooks/lane.ts).
 */
export function subscriptionId({ userId, clientId, url, name, filters }: SubscriptionKey): string {
  const sorted = Object.entries(filters)
    .filter(([, value]) => value !== undefined)
    .sort(([one], [other]) => (one < other ? -1 : 1));
  return idOfText(JSON.stringify(['mcp subscription', userId, clientId, url, name, sorted]));
}

/** How long a client that asks for a time in milliseconds gets; null and undefined ask for no particular one. */
export const lifetimeMs = (asked: number | null | undefined): number =>
  Math.min(Math.max(asked ?? LIFETIME_MAX_MS, LIFETIME_MIN_MS), LIFETIME_MAX_MS);

/** Whether a text is a secret of Standard Webhooks: `whsec_` and the base64 of 24 to 64 bytes. */
export function isClientSecret(text: string): boolean {
  const [, encoded = ''] = /^whsec_([A-Za-z0-9+/]+={0,2})$/.exec(text) ?? [];
  const { length } = Buffer.from(encoded, 'base64');
  return length >= 24 && length <= 64;
}
