import { randomBytes } from 'node:crypto';
import { deleteGrant, putGrant, type Grant } from '../../shared/kernel/auth/grant-store.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { subscriptionId, type Subscription } from '../../shared/events/subscriptions/subscription.ts';
import { getSubscription, putSubscription } from '../../shared/events/subscriptions/subscription-store.ts';
import { encryptSecret, newSigningSecret } from '../../shared/kernel/secrets/signing-secret.ts';
import type { TestPipeline } from '../support/pipeline.ts';
import type { Person } from '../support/workspace.ts';

const DAY_MS = 24 * 60 * 60_000;

/** A subscription of a person's client, stored as `events/subscribe` stores it. */
export async function subscriberOf(
  path: TestPipeline,
  { id: memberId, userId }: Pick<Person, 'id' | 'userId'>,
  fields: Partial<Subscription> = {},
) {
  const { pipeline, clock, workspace } = path;
  const { database, keys } = pipeline;
  const clientId = `client-${newId(clock.now())}`;
  const grant: Grant = {
    id: newId(clock.now()),
    userId,
    clientId,
    clientName: 'A client',
    redirectHost: '127.0.0.1',
    audience: 'mcp',
    createdAt: clock.now().toISOString(),
    usedAt: clock.now().toISOString(),
    generation: 0,
    seed: 'a seed',
    endsAt: clock.now().getTime() + DAY_MS,
  };
  await commit(database, [putGrant(grant)]);
  const name = fields.name ?? 'story.created';
  const filters = { workspaceId: workspace.id, ...fields.filters };
  const url = `https://client-${clientId}.example.net/`;
  const id = subscriptionId({ userId, clientId, url, name, filters });
  const seal = async (secret: string) =>
    encryptSecret(secret, (await keys('webhookSecrets')).current, { ownerId: id, randomBytes });
  const secret = newSigningSecret(randomBytes);
  const subscription: Subscription = {
    id,
    workspaceId: workspace.id,
    userId,
    memberId,
    clientId,
    grantId: grant.id,
    url,
    createdAt: clock.now().toISOString(),
    expiresAt: new Date(clock.now().getTime() + DAY_MS).toISOString(),
    secrets: [{ sealed: await seal(secret) }],
    ...fields,
    name,
    filters,
  };
  await commit(database, putSubscription(subscription));
  return {
    id,
    secret,
    subscription,
    grant,
    seal,
    url,
    put: (changed: Partial<Subscription>) =>
      commit(database, putSubscription({ ...subscription, ...changed })),
    revoke: () => commit(database, [deleteGrant(grant)]),
    /** The grant as it is stored when its last token has been issued so that it ends then. */
    expireIn: (ms: number) => commit(database, [putGrant({ ...grant, endsAt: clock.now().getTime() + ms })]),
    stored: () => getSubscription(createReader(database), id, clock.now()),
    /** What its callback was sent. */
    requests: () => path.received.filter((one) => one.url === url),
  };
}
