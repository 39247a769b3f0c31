import * as z from 'zod';
import { definePatch } from '../../kernel/api/operation/patch.ts';
import { chatDestinationSchema, destinationRequest, destinationSchema } from '../destinations/destination.ts';
import { filterFields } from './event-filter.ts';
import { nounsWith } from '../../nouns/nouns.ts';
import { closestNames } from '../../kernel/core/nearest.ts';
import { name, text, timestamp, uniqueList, uuid, memoize } from '../../kernel/core/schema.ts';

const actions = ['created', 'updated', 'deleted'] as const;
const subjects = nounsWith('events').map(({ name }) => name);

type EventAction = (typeof actions)[number];
/** A noun whose changes are events. */
export type EventSubject = (typeof subjects)[number];
/** An objective's forecast went beyond its target date, or came back. */
export const FORECAST_CHANGED = 'objective.forecast_changed';
/** A story was put somewhere else in the plan of its assignee. */
export const SCHEDULE_CHANGED = 'schedule.changed';
/** Someone claimed a story or renewed their claim, and a claim ended before its lease. */
export const STORY_CLAIMED = 'story.claimed';
export const STORY_RELEASED = 'story.released';
/** What happens to proposals. */
const proposalKinds = ['proposal.created', 'proposal.accepted', 'proposal.rejected'] as const;
export type ProposalEventKind = (typeof proposalKinds)[number];
const otherKinds = [
  FORECAST_CHANGED,
  SCHEDULE_CHANGED,
  STORY_CLAIMED,
  STORY_RELEASED,
  ...proposalKinds,
] as const;
export type EventKind = `${EventSubject}.${EventAction}` | (typeof otherKinds)[number];

/** Event types that an endpoint can subscribe to (docs/specification.md, "Webhooks"). */
export const eventKinds: EventKind[] = [
  ...subjects.flatMap((subject) => actions.map((action) => `${subject}.${action}` as const)),
  ...otherKinds,
];

const sent: ReadonlySet<string> = new Set(eventKinds);

/** Whether endpoints and subscriptions can receive events of a type. */
export const isEventKind = (type: string): boolean => sent.has(type);

/** What can be asked for: event types, all of a subject, and all. */
export const eventPatterns = [
  ...eventKinds,
  ...subjects.map((subject) => `${subject}.*` as const),
  'schedule.*',
  'proposal.*',
  '*',
] as const;

export type EventPattern = (typeof eventPatterns)[number];

/** Whether patterns include an event type. */
export const includesType = (patterns: ReadonlySet<string>, type: string): boolean =>
  patterns.has(type) || patterns.has('*') || patterns.has(`${type.slice(0, type.indexOf('.'))}.*`);

/** Sent by the test operation, regardless of subscriptions. */
export const TEST_EVENT = 'webhook.test';

/** Why an endpoint is disabled. */
export const disabledReasons = {
  manual: 'An admin disabled it.',
  gone: 'It responded with 410, or its chat no longer knows the address.',
  address_not_public: 'Its host no longer resolves to public addresses only.',
  failing: 'No attempt succeeded for five days.',
  owner_not_admin:
    'Its owner is no longer an admin of the workspace, or no longer a service account that may read stories.',
} as const;

export type DisabledReason = keyof typeof disabledReasons;

const reasons = Object.keys(disabledReasons) as [DisabledReason, ...DisabledReason[]];

const url = () =>
  text({ max: 2_048 }).meta({
    format: 'uri',
    description:
      'The URL to send events to: https on port 443, with a host that has only public IPv4 addresses. With a destination, that of AWS or, without its secret part, of the chat.',
  });

const withDestination = (said: string) => ({
  description: `Where events are sent instead of a URL: to an AWS account, or as messages to a chat${said}.`,
});

/** Suggests names that are similar, since there are too many to list. Only the first of a request are compared. */
const unknownPattern = ({ input, path }: { input?: unknown; path?: PropertyKey[] | undefined }): string => {
  const isCompared = Number(path?.at(-1) ?? 0) < COMPARED_MAX;
  const known = eventPatterns.filter((pattern) => pattern !== '*');
  const [close] = isCompared ? closestNames(String(input), known) : [];
  const suggestion = close === undefined ? '/docs/webhook-events has them all' : `did you mean ${close}?`;
  return `must be one of ${eventPatterns.length} values; ${suggestion}`;
};
const COMPARED_MAX = 20;

const subscriptions = (pattern = z.enum(eventPatterns)) =>
  uniqueList(pattern, eventPatterns.length).min(1, { error: 'must contain at least one event type' }).meta({
    description:
      'The event types it receives; `story.*` are all of stories, `*` all, also those that are added later.',
  });

const requestedSubscriptions = () => subscriptions(z.enum(eventPatterns, { error: unknownPattern }));

const teamIds = () =>
  uniqueList(uuid(), 100).min(1, { error: 'must contain at least one team' }).meta({
    description:
      "Sends only events of these teams. By default, an endpoint receives the events of all its owner's teams.",
  });

const serviceAccountId = () =>
  uuid().meta({
    description:
      'Makes it the own endpoint of this service account, which can have one: it receives only events of its sessions and of stories that are assigned to it, in its teams.',
  });

const payload = () =>
  z.enum(['full', 'thin']).meta({
    description:
      'What events have: with thin, the `type` and `id` of the resource and the `fields` that changed, without their values.',
  });

const filters = memoize(() => ({
  teamIds: teamIds(),
  labelIds: filterFields.labelIds(),
  statusCategories: filterFields.statusCategories(),
  assigneeIds: filterFields.assigneeIds(),
  agentIds: filterFields.agentIds(),
  changedFields: filterFields.changedFields(),
}));

const stored = memoize(() => ({
  id: uuid(),
  workspaceId: uuid(),
  name: name(),
  url: url(),
  status: z.enum(['active', 'disabled']),
  secretGeneration: z.int().meta({ description: 'Increases with each rotation of the signing secret.' }),
  subscriptionGeneration: z.int().meta({ description: 'Increases with each change of the subscriptions.' }),
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
  teamIds: teamIds()
    .nullable()
    .meta({ description: "The teams whose events it receives; null for all of its owner's teams." }),
  ownerId: uuid().meta({ description: "The admin or service account whose teams' events it receives." }),
  serviceAccountId: serviceAccountId()
    .nullable()
    .meta({ description: 'The service account whose own endpoint it is; otherwise null.' }),
  labelIds: filterFields.labelIds().nullable(),
  statusCategories: filterFields.statusCategories().nullable(),
  assigneeIds: filterFields.assigneeIds().nullable(),
  agentIds: filterFields.agentIds().nullable(),
  changedFields: filterFields.changedFields().nullable(),
  destination: z
    .union([destinationSchema(), chatDestinationSchema()])
    .nullable()
    .meta(withDestination('; null for a URL')),
  payload: payload(),
}));

export const storedWebhookSchema = memoize(() => z.object(stored()));
export type StoredWebhook = z.output<ReturnType<typeof storedWebhookSchema>>;

/** Delivery health of the endpoint; changes do not move updatedAt. */
const health = memoize(() => ({
  consecutiveFailures: z.int().meta({ description: 'Failed attempts since the last success.' }),
  lastSuccessAt: timestamp()
    .nullable()
    .meta({ description: 'During consecutive successes, updated at most every ten seconds.' }),
}));

export const webhookSchema = memoize(() =>
  z.object({ ...stored(), ...health() }).meta({
    id: 'WebhookEndpoint',
    description:
      'A URL, event bus, queue, bucket or chat that events are sent to. Its signing secret is returned only on creation and rotation.',
  }),
);

export type Webhook = z.output<ReturnType<typeof webhookSchema>>;

export const webhookCreateSchema = memoize(() =>
  z
    .strictObject({
      name: name(),
      url: url().optional(),
      destination: destinationRequest().optional().meta(withDestination('')),
      subscriptions: requestedSubscriptions(),
      serviceAccountId: serviceAccountId().optional(),
      payload: payload().default('full'),
      ...z.object(filters()).partial().shape,
    })
    .refine(({ url, destination }) => url !== undefined || destination !== undefined, {
      error: 'is required, unless a destination is sent',
      path: ['url'],
      params: { code: 'required' },
    })
    .meta({ id: 'CreateWebhookRequest' }),
);

export type WebhookCreate = z.output<ReturnType<typeof webhookCreateSchema>>;

export const webhookPatch = definePatch('UpdateWebhookRequest', {
  fields: () => ({
    name: name(),
    url: url(),
    destination: destinationRequest().meta(withDestination('')),
    payload: payload(),
    ...filters(),
  }),
  cleared: {
    teamIds: null,
    labelIds: null,
    statusCategories: null,
    assigneeIds: null,
    agentIds: null,
    changedFields: null,
  },
});

export const subscriptionsSchema = memoize(() =>
  z
    .strictObject({ subscriptions: requestedSubscriptions() })
    .meta({ id: 'UpdateWebhookSubscriptionsRequest' }),
);
