import type * as z from 'zod';
import { schemaReference, type Collector, type SchemaCollector } from './schemas.ts';
import { actorSchema } from '../../core/actor-schema.ts';
import { origin } from '../../core/origin.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

/** A webhook event type, as documented in the OpenAPI document. */
export interface DescribedEvent {
  kind: string;
  summary: string;
  description: string;
  /** The schema of the event's `data`. */
  data: z.ZodType;
  /** Whether the event lists the fields that changed. */
  changes?: boolean;
  /** Whether webhook endpoints receive the event; true by default. */
  isSent?: boolean;
  /** Whether the changes feed contains the event; true by default. */
  isInFeed?: boolean;
}

/**
 * The `webhooks` field of an OpenAPI 3.1 document: what receivers get, by event type. Adds a schema for each type, and
 * `feedSchema` as their union, for the feed that returns the same events.
 */
export function webhookItems(
  { events, tag, feedSchema }: { events: readonly DescribedEvent[]; tag: string; feedSchema: string },
  schemas: SchemaCollector,
  responses: Collector,
): JsonSchema {
  const actor = schemas.convert(actorSchema(), 'output');
  const common = commonProperties(actor, schemas.convert(origin(), 'output'));
  Object.assign(schemas.components, {
    WebhookEvent: event(common),
    EventChange: eventChange,
    ThinEvent: thinEvent(common),
  });
  const described = events.map((one) => ({ ...one, schema: namedEvent(one, schemas) }));
  if (schemas.components[feedSchema])
    schemas.components[feedSchema] = unionOf(described.filter(({ isInFeed = true }) => isInFeed));
  const sent = described.filter(({ isSent = true }) => isSent);
  return Object.fromEntries(sent.map((one) => [one.kind, { post: item(one, tag, responses) }]));
}

const pascalCase = (kind: string): string =>
  kind.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase());

/** What an endpoint whose payload is thin gets in place of every event, as the `callbacks` of its creation. */
export const thinCallbacks = (tag: string, responses: Collector): JsonSchema => ({
  thinEvent: {
    '{$request.body#/url}': {
      post: item({ ...thinKind, schema: schemaReference('ThinEvent') }, tag, responses),
    },
  },
});

const thinKind = {
  kind: 'thin_event',
  summary: 'Something happened to a resource',
  description: 'An event of any type, as endpoints receive it whose payload is thin.',
};

const item = (
  { kind, summary, description, schema }: typeof thinKind & { schema: JsonSchema },
  tag: string,
  responses: Collector,
): JsonSchema => ({
  operationId: `receive${pascalCase(kind)}`,
  summary,
  description,
  tags: [tag],
  security: [],
  parameters: Object.keys(eventHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: { required: true, content: { 'application/json': { schema } } },
  responses: {
    200: responses.name('EventAccepted', {
      description: 'The event was accepted; any other 2xx has the same effect.',
    }),
    410: responses.name('EndpointGone', { description: 'The endpoint is gone: it is disabled.' }),
  },
});

/** An event of any type; `type` is the discriminator. */
const unionOf = (events: readonly { kind: string; schema: JsonSchema }[]): JsonSchema => ({
  description:
    'An event, as webhooks receive it; `type` says which. Ignore types that you do not know: there will be more.',
  oneOf: events.map(({ schema }) => schema),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(events.map(({ kind, schema }) => [kind, schema['$ref']])),
  },
});

const header = (name: string, description: string, schema: JsonSchema): JsonSchema => ({
  name,
  in: 'header',
  required: true,
  description,
  schema,
});

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
export const eventHeaders: Record<string, JsonSchema> = {
  EventId: header('webhook-id', "The event's id, identical on every attempt.", {
    type: 'string',
    format: 'uuid',
  }),
  EventTimestamp: header('webhook-timestamp', 'The time of the attempt, in seconds since 1970.', {
    type: 'integer',
  }),
  EventSignature: header(
    'webhook-signature',
    'One signature per active secret, separated by spaces: v1, a comma and the base64 of the HMAC-SHA256 of webhook-id, webhook-timestamp and the body, joined by dots.',
    { type: 'string' },
  ),
};

/** A field that an update changed, as `#/components/schemas/EventChange`. */
const eventChange: JsonSchema = {
  type: 'object',
  description: 'A field that an update changed.',
  required: ['field', 'from', 'to'],
  properties: {
    field: { type: 'string', description: 'The name of the field in data.' },
    from: { description: 'The value before the update, or null.' },
    to: { description: 'The value after the update, or null.' },
  },
};

const eventChanges: JsonSchema = {
  type: 'array',
  items: { $ref: '#/components/schemas/EventChange' },
};

/** The fields of every event, whatever it says of its resource. */
const commonProperties = (actor: JsonSchema, origin: JsonSchema): Record<string, JsonSchema> => ({
  id: {
    type: 'string',
    format: 'uuid',
    description: 'Identical on every attempt; use it to discard duplicates.',
  },
  type: { type: 'string', description: 'The event type.' },
  apiVersion: { type: 'string', description: 'The version of the event format: 1.' },
  timestamp: { type: 'string', format: 'date-time', description: 'When the event occurred.' },
  workspaceId: { type: 'string', format: 'uuid', description: 'The workspace of the event.' },
  teamId: {
    type: ['string', 'null'],
    format: 'uuid',
    description: 'The team of the resource (for a comment, the team of its story), or null.',
  },
  actor,
  origin,
  changeSetId: {
    type: 'string',
    format: 'uuid',
    description: 'The change set that the change belongs to; see getChangeSet.',
  },
});

const commonRequired = [
  'id',
  'type',
  'apiVersion',
  'timestamp',
  'workspaceId',
  'teamId',
  'actor',
  'changeSetId',
];

/** The fields common to all events, as `#/components/schemas/WebhookEvent`. */
const event = (common: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  description: 'The fields of every event. Each request to an endpoint contains one event.',
  required: [...commonRequired, 'data'],
  properties: {
    ...common,
    data: { type: 'object', description: 'The resource that the event is about.' },
    changes: {
      ...eventChanges,
      description: 'On updates: the fields that changed, without updatedAt.',
    },
    truncated: {
      type: 'array',
      items: { type: 'string' },
      description: 'Present only if the body would exceed 256 KiB: the strings that were truncated.',
    },
  },
});

/** An event of an endpoint whose payload is thin, as `#/components/schemas/ThinEvent`. */
const thinEvent = (common: Record<string, JsonSchema>): JsonSchema => ({
  type: 'object',
  description: 'An event as endpoints get it whose payload is thin: without any value of its resource.',
  required: [...commonRequired, 'resource', 'fields'],
  properties: {
    ...common,
    resource: {
      type: 'object',
      description: 'The resource that the event is about.',
      required: ['type', 'id'],
      properties: {
        type: { type: 'string', description: 'Its kind, as event types begin: story, feedback_item.' },
        id: { type: 'string', format: 'uuid', description: 'Its id.' },
      },
    },
    fields: {
      type: 'array',
      items: { type: 'string' },
      description: 'On updates: the fields that changed, without updatedAt; otherwise empty.',
    },
  },
});

/** Adds the schema of one event type, which contains only its own fields, and returns the reference to it. */
function namedEvent(
  { kind, summary, data, changes = false }: DescribedEvent,
  schemas: SchemaCollector,
): JsonSchema {
  return schemas.name(`${pascalCase(kind)}Event`, {
    allOf: [schemaReference('WebhookEvent')],
    type: 'object',
    description: `${summary}.`,
    required: ['type', 'data', ...(changes ? ['changes'] : [])],
    properties: {
      type: { type: 'string', const: kind },
      data: schemas.convert(data, 'output'),
      ...(changes ? { changes: eventChanges } : {}),
    },
  });
}
