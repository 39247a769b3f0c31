import * as z from 'zod';
import { definePatch } from '../api/operation/patch.ts';
import { name, text, timestamp, uniqueList, uuid } from '../core/schema.ts';

const actions = ['created', 'updated', 'deleted'] as const;
const subjects = ['story', 'comment', 'sprint', 'objective', 'key_result'] as const;

export type EventAction = (typeof actions)[number];
export type EventSubject = (typeof subjects)[number];
export type EventKind = `${EventSubject}.${EventAction}`;

/** What an endpoint can subscribe to (docs/specification.md, "Webhooks"). */
export const eventKinds = subjects.flatMap((subject) =>
  actions.map((action): EventKind => `${subject}.${action}`),
);

/** What the test operation sends, whatever is subscribed. */
export const TEST_EVENT = 'webhook.test';

/** Why an endpoint gets nothing. */
export const disabledReasons = {
  manual: 'Somebody disabled it.',
  gone: 'It answered 410.',
  address_not_public: 'Its name no longer leads to public addresses only.',
  failing: 'For five days no attempt succeeded.',
  owner_not_admin: 'Its owner is no longer an admin of the workspace.',
} as const;

export type DisabledReason = keyof typeof disabledReasons;

const reasons = Object.keys(disabledReasons) as [DisabledReason, ...DisabledReason[]];

const url = () =>
  text({ max: 2_048 }).meta({
    format: 'uri',
    description: 'Where events are sent: https on port 443, a name with public IPv4 addresses only.',
  });

const subscriptions = () =>
  uniqueList(z.enum(eventKinds), eventKinds.length)
    .min(1, { error: 'must name at least one kind of event' })
    .meta({ description: 'The kinds of event that it gets.' });

const teamIds = () =>
  uniqueList(uuid(), 100)
    .min(1, { error: 'must name at least one team' })
    .meta({ description: "The only teams whose events it gets; null for all of its owner's." });

/** Append new fields at the end: their order is part of the stored format. */
const stored = {
  id: uuid(),
  workspaceId: uuid(),
  name: name(),
  url: url(),
  status: z.enum(['active', 'disabled']),
  secretGeneration: z.int().meta({ description: 'Counts the signing secrets that it has had.' }),
  subscriptionGeneration: z.int().meta({ description: 'Counts the changes of its subscriptions.' }),
  subscriptions: subscriptions(),
  disabledAt: timestamp().nullable(),
  disabledReason: z
    .enum(reasons)
    .nullable()
    .meta({
      description: Object.entries(disabledReasons)
        .map(([reason, meaning]) => `${reason}: ${meaning}`)
        .join(' '),
    }),
  createdAt: timestamp(),
  updatedAt: timestamp(),
  teamIds: teamIds().nullable(),
  ownerId: uuid().meta({ description: 'The admin whose teams it gets the events of.' }),
};

export const storedWebhookSchema = z.object(stored);
export type StoredWebhook = z.output<typeof storedWebhookSchema>;

/** How deliveries to it have gone; kept beside the endpoint, and moves no updatedAt. */
const health = {
  consecutiveFailures: z.int().meta({ description: 'Failed attempts since the last success.' }),
  lastSuccessAt: timestamp()
    .nullable()
    .meta({ description: 'Of a run of successes, not later than the last one by more than ten seconds.' }),
};

export const webhookSchema = z.object({ ...stored, ...health }).meta({
  id: 'WebhookEndpoint',
  description: 'An address that is sent events. Its signing secret is shown when it is made or rotated.',
});

export type Webhook = z.output<typeof webhookSchema>;

export const webhookCreateSchema = z
  .strictObject({
    name: name(),
    url: url(),
    subscriptions: subscriptions(),
    teamIds: teamIds().optional(),
  })
  .meta({ id: 'WebhookEndpointCreate' });

export const webhookPatch = definePatch('WebhookEndpointUpdate', {
  fields: { name: name(), url: url(), teamIds: teamIds() },
  cleared: { teamIds: null },
});

export const subscriptionsSchema = z
  .strictObject({ subscriptions: subscriptions() })
  .meta({ id: 'WebhookSubscriptions' });
