import * as z from 'zod';
import {
  EventError,
  eventErrors,
  type SubscribeAnswer,
  type SubscribeRequest,
  type SubscriptionName,
} from '../../../kernel/api/mcp/events.ts';
import { runOperation, type ToolCall } from '../../../kernel/api/mcp/tool.ts';
import { operation, WORKSPACE_PATH } from '../../../kernel/api/operation/operation.ts';
import { subjectId } from '../../../kernel/auth/access-subject.ts';
import type { AccessClaims } from '../../../kernel/auth/access-token.ts';
import { notFound } from '../../../kernel/core/errors.ts';
import { createReader } from '../../../kernel/db/reader.ts';
import { commit } from '../../../kernel/db/write.ts';
import { verifyCallback } from '../../../events/subscriptions/callback.ts';
import { mcpEvents, type EventFilters } from '../../../events/subscriptions/mcp-event.ts';
import {
  isClientSecret,
  lifetimeMs,
  SECRET_OVERLAP_MS,
  subscriptionId,
  SUBSCRIPTIONS_MAX,
  type Subscription,
} from '../../../events/subscriptions/subscription.ts';
import {
  endSubscription,
  getSubscription,
  isVerified,
  putSubscription,
  putVerified,
  wasSubscribed,
} from '../../../events/subscriptions/subscription-store.ts';
import { assertReadable } from '../../../events/changes/event-rights.ts';
import { parsePublicUrl, UrlRefused } from '../../../kernel/net/public-url.ts';
import { AddressRefused, LookupFailed } from '../../../kernel/net/address-refused.ts';
import { consumeAttempt, type RateLimit } from '../../../kernel/rate-limits/rate-limit-store.ts';
import { decryptSecret, encryptSecret } from '../../../kernel/secrets/signing-secret.ts';
import { getAllRoutes } from '../../../events/webhooks/subscriber-route-store.ts';
import { filtersOrThrow, toEventError } from './event-problems.ts';

/** The time for which a verified callback needs no further challenge, in milliseconds. */
const VERIFIED_MS = 10 * 60_000;

/** Maximum number of challenges that one user can make this service send per hour. */
const challenges: RateLimit = { name: 'verify event callback', most: 60, span: 60 * 60_000 };

type SubscribeCall = Omit<ToolCall, 'args'> & { claims: AccessClaims };

/** Who subscribes, with the rights of this moment; refuses what they may not read. */
const assertSubscribable = operation({
  id: 'assertSubscribable',
  method: 'GET',
  path: `${WORKSPACE_PATH}/changes`,
  tag: 'Changes',
  summary: 'Check who may subscribe',
  scopes: ['stories:read'],
  query: () => ({ teamId: z.string().optional(), type: z.string() }),
  output: () => z.object({ memberId: z.string(), others: z.array(z.string()) }),
  handle: async ({ path: { workspaceId }, query: { teamId, type }, caller, read, now }) => {
    assertReadable(caller, [type]);
    if (teamId !== undefined && !caller.teamIds.has(teamId)) throw notFound('team');
    const { subscribers } = await getAllRoutes(read, workspaceId);
    const own = subscribers.filter(
      ({ memberId, expiresAt }) => memberId === caller.principalId && expiresAt > now.toISOString(),
    );
    return { memberId: caller.principalId, others: own.map((one) => one.subscriptionId) };
  },
});

/**
 * Answers `events/subscribe`: makes a subscription, or refreshes the one with the same user, client, callback, event and
 * filters. Throws an EventError, which is returned to the client; a grant that has ended is an ApiError.
 */
export async function subscribe(call: SubscribeCall, asked: SubscribeRequest): Promise<SubscribeAnswer> {
  const { claims, services } = call;
  const { name, delivery, ttlMs } = asked;
  const filters = filtersOrThrow(name, asked.arguments);
  const url = callbackOf(delivery);
  const { secret } = delivery;
  if (!isClientSecret(secret)) {
    throw new EventError('delivery.secret: must be whsec_ and the base64 of 24 to 64 bytes.');
  }
  const { subject, clientId, grantId } = claims;
  const userId = subjectId(subject);
  const id = subscriptionId({ userId, clientId, url, name, filters });
  const { memberId, others } = await rightsOf(call, name, filters);
  if (!others.includes(id) && others.length >= SUBSCRIPTIONS_MAX) {
    const data = { limit: 'subscriptions', max: SUBSCRIPTIONS_MAX };
    throw new EventError(
      `A member can have ${SUBSCRIPTIONS_MAX} subscriptions.`,
      eventErrors.exhausted,
      data,
    );
  }
  await assertVerified(call, { id, url, secret });

  const now = services.now();
  const { database, randomBytes } = services;
  const known = await getSubscription(createReader(database), id, now);
  const sealing = await services.keys('webhookSecrets');
  const until = new Date(now.getTime() + SECRET_OVERLAP_MS).toISOString();
  const former = (known?.subscription.secrets ?? [])
    .filter((one) => one.until === undefined || one.until > now.toISOString())
    .filter(({ sealed }) => decryptSecret(sealed, sealing, id) !== secret)
    .map((one) => ({ ...one, until: one.until ?? until }));
  const sealed = encryptSecret(secret, sealing.current, { ownerId: id, randomBytes });
  const expiresAt = new Date(now.getTime() + lifetimeMs(ttlMs)).toISOString();
  const subscription: Subscription = {
    id,
    workspaceId: filters.workspaceId,
    userId,
    ...(subject.kind === 'person' ? {} : { subject }),
    memberId,
    clientId,
    grantId,
    name,
    filters,
    url,
    createdAt: known?.subscription.createdAt ?? now.toISOString(),
    expiresAt,
    // A client that refreshes often with other secrets is not signed for with all of them.
    secrets: [{ sealed }, ...former.slice(0, 2)],
  };
  await commit(database, putSubscription(subscription));
  const answer = { id, refreshBefore: expiresAt, cursor: null, truncated: false } as const;
  if (!known) return answer;
  const { lastDeliveryAt, lastError, failedSince } = known.health;
  const failing = failedSince === null ? {} : { failedSince };
  return { ...answer, deliveryStatus: { active: true, lastDeliveryAt, lastError, ...failing } };
}

/**
 * Answers `events/unsubscribe`: ends a subscription, whatever its user may see by now. Repeated within an hour it says the
 * same; throws an EventError for one that there never was.
 */
export async function unsubscribe(
  { claims, services }: SubscribeCall,
  { name, arguments: args, delivery }: SubscriptionName,
): Promise<Record<string, never>> {
  const filters = filtersOrThrow(name, args);
  const userId = subjectId(claims.subject);
  const id = subscriptionId({ userId, clientId: claims.clientId, url: callbackOf(delivery), name, filters });
  const read = createReader(services.database);
  const now = services.now();
  const known = await getSubscription(read, id, now);
  if (known) await commit(services.database, endSubscription(known.subscription, now));
  else if (!(await wasSubscribed(read, id))) {
    throw new EventError('There is no such subscription.', eventErrors.notFound, { kind: 'subscription' });
  }
  return {};
}

/** The address of a callback, as it is stored. Throws an EventError for one that nothing is sent to. */
function callbackOf({ mode = 'webhook', url }: { mode?: string; url: string }): string {
  if (mode !== 'webhook') {
    const data = { feature: 'delivery.mode', value: mode };
    throw new EventError('Events are delivered by webhook or polled.', eventErrors.unsupported, data);
  }
  try {
    return parsePublicUrl(url).href;
  } catch (error) {
    if (error instanceof UrlRefused) throw new EventError(`delivery.url: ${error.message}.`);
    throw error;
  }
}

async function rightsOf(
  call: SubscribeCall,
  name: string,
  { workspaceId, teamId }: EventFilters,
): Promise<{ memberId: string; others: string[] }> {
  const args = { workspaceId, teamId, type: mcpEvents.get(name)!.type };
  try {
    const { data } = await runOperation(assertSubscribable, { ...call, args });
    return data;
  } catch (error) {
    throw toEventError(error);
  }
}

/** Throws an EventError unless the callback returns a challenge, or did so recently. */
async function assertVerified(
  { claims, services }: SubscribeCall,
  callback: { id: string; url: string; secret: string },
): Promise<void> {
  const userId = subjectId(claims.subject);
  const { database, randomBytes } = services;
  const now = services.now();
  if (await isVerified(createReader(database), userId, callback.url, now)) return;
  if (!(await consumeAttempt(database, challenges, userId, now))) {
    const data = { limit: 'verifications an hour', max: challenges.most };
    throw new EventError('Too many callbacks were verified; wait an hour.', eventErrors.exhausted, data);
  }
  const { publicRequest } = await import('../../../kernel/net/public-request.ts');
  try {
    const problem = await verifyCallback(callback, { request: publicRequest, randomBytes, now });
    if (problem) throw callbackError(problem);
  } catch (error) {
    if (error instanceof AddressRefused) throw new EventError(`delivery.url: ${error.problem}.`);
    if (error instanceof LookupFailed) throw callbackError('connection_refused');
    throw error;
  }
  await commit(database, [putVerified(userId, callback.url, new Date(now.getTime() + VERIFIED_MS))]);
}

const callbackError = (reason: string): EventError =>
  new EventError('The callback did not return the challenge.', eventErrors.callback, { reason });
