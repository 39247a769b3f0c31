import { attributesOf } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import { idOfText } from '../../kernel/core/id.ts';
import type { Change, Item, Key, Reader } from '../../kernel/core/database.ts';
import { deleteSubscriberRoute, putSubscriberRoute } from '../webhooks/subscriber-route-store.ts';
import { mcpEvents } from './mcp-event.ts';
import type { Subscription } from './subscription.ts';

const HOUR_SECONDS = 60 * 60;

const subscriptionKey = itemKind('XS#', 'workspace').key;
/** Separate from the subscription, so that attempts do not conflict with its refreshing. */
const healthKey = (id: string): Key => ({ pk: subscriptionKey(id).pk, sk: '#HEALTH' });

/** The health of the deliveries to a subscription. */
export interface SubscriptionHealth {
  consecutiveFailures: number;
  lastDeliveryAt: string | null;
  lastError: string | null;
  /** The first failure since the last success. */
  failedSince: string | null;
}

interface Stored extends Subscription {
  /** Set once it has ended. */
  endedAt?: string;
}

const secondsOf = (timestamp: string): number => Math.ceil(Date.parse(timestamp) / 1000);

/** Returns a subscription that has not expired, with its health; undefined if there is none. */
export async function getSubscription(
  read: Reader,
  id: string,
  now: Date,
): Promise<{ subscription: Subscription; health: SubscriptionHealth } | undefined> {
  const [item, health] = await Promise.all([read.get(subscriptionKey(id)), read.get(healthKey(id))]);
  if (!item) return undefined;
  const stored = attributesOf<Stored>(item);
  if (stored.endedAt !== undefined || stored.expiresAt <= now.toISOString()) return undefined;
  return { subscription: stored, health: toHealth(health) };
}

/** Whether there is a subscription, or was one until a short time ago. */
export const wasSubscribed = async (read: Reader, id: string): Promise<boolean> =>
  (await read.get(subscriptionKey(id))) !== undefined;

const toHealth = (item: Item | undefined): SubscriptionHealth => ({
  consecutiveFailures: (item?.['failures'] as number | undefined) ?? 0,
  lastDeliveryAt: (item?.['lastDeliveryAt'] as string | undefined) ?? null,
  lastError: (item?.['lastError'] as string | undefined) ?? null,
  failedSince: (item?.['failedSince'] as string | undefined) ?? null,
});

/** Changes that make a subscription, or replace it when it is refreshed; what has failed before is forgotten. */
export function putSubscription(subscription: Subscription): Change[] {
  const { id, workspaceId, memberId, name, filters, createdAt, expiresAt } = subscription;
  const route = { subscriptionId: id, workspaceId, memberId, name, filters, createdAt, expiresAt };
  return [
    { put: { ...subscriptionKey(id), ...subscription, ttl: secondsOf(expiresAt) + HOUR_SECONDS } },
    ...putSubscriberRoute({ ...route, type: mcpEvents.get(name)!.type }),
    { update: healthKey(id), with: { set: { failures: 0, ttl: secondsOf(expiresAt) + HOUR_SECONDS } } },
  ];
}

/** Changes that end a subscription. For an hour the table knows that there was one. */
export function endSubscription({ id, workspaceId }: Pick<Subscription, 'id' | 'workspaceId'>, now: Date) {
  const endedAt = now.toISOString();
  return [
    {
      put: { ...subscriptionKey(id), workspaceId, endedAt, ttl: secondsOf(endedAt) + HOUR_SECONDS },
    },
    ...deleteSubscriberRoute({ workspaceId, subscriptionId: id }),
    { delete: healthKey(id) },
  ] satisfies Change[];
}

/** Records a successful attempt. Throws `ended` if the subscription has ended. */
export const recordDelivered = (id: string, at: Date, ended: () => Error): Change => ({
  update: healthKey(id),
  with: {
    set: { failures: 0, lastDeliveryAt: at.toISOString() },
    remove: ['lastError', 'failedSince'],
  },
  if: 'present',
  onConditionFailed: ended,
});

/** Records a failed attempt and why. Throws `ended` if the subscription has ended. */
export const recordFailed = (
  id: string,
  { at, error, failedSince }: { at: Date; error: string; failedSince: string | null },
  ended: () => Error,
): Change => ({
  update: healthKey(id),
  with: {
    add: { failures: 1 },
    set: { lastError: error, failedSince: failedSince ?? at.toISOString() },
  },
  if: 'present',
  onConditionFailed: ended,
});

/** That a callback answered a challenge, by whose it is. */
const verifiedKind = itemKind('XV#', 'expiry');
const verifiedKey = (userId: string, url: string): Key =>
  verifiedKind.key(idOfText(JSON.stringify([userId, url])));

/** Whether a user's callback has answered a challenge recently. */
export async function isVerified(read: Reader, userId: string, url: string, now: Date): Promise<boolean> {
  const until = (await read.get(verifiedKey(userId, url)))?.['until'] as string | undefined;
  return until !== undefined && until > now.toISOString();
}

/** Records that a user's callback answered a challenge, which counts until a time. */
export const putVerified = (userId: string, url: string, until: Date): Change => ({
  put: { ...verifiedKey(userId, url), until: until.toISOString(), ttl: Math.ceil(until.getTime() / 1000) },
});
