import type * as z from 'zod';
import type { SchemaCollector } from './schemas.ts';
import { actorSchema } from '../../core/actor-schema.ts';
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
}

/** The `webhooks` field of an OpenAPI 3.1 document: what receivers get, by event type. */
export const webhookItems = (
  events: readonly DescribedEvent[],
  tag: string,
  schemas: SchemaCollector,
): JsonSchema => {
  const actor = schemas.convert(actorSchema(), 'output');
  Object.assign(schemas.components, { Event: event(actor), EventChange: eventChange });
  return Object.fromEntries(events.map((one) => [one.kind, { post: item(one, tag, schemas) }]));
};

const item = (
  { kind, summary, description, data, changes = false }: DescribedEvent,
  tag: string,
  schemas: SchemaCollector,
): JsonSchema => ({
  operationId: `receive${kind.replaceAll(/(?:^|[._])(\w)/g, (_, letter: string) => letter.toUpperCase())}`,
  summary,
  description,
  tags: [tag],
  security: [],
  parameters: Object.keys(eventHeaders).map((name) => ({ $ref: `#/components/parameters/${name}` })),
  requestBody: {
    required: true,
    content: { 'application/json': { schema: eventOf(kind, changes, schemas.convert(data, 'output')) } },
  },
  responses: {
    200: { description: 'The event was accepted; any other 2xx has the same effect.' },
    410: { description: 'The endpoint is gone: it is disabled.' },
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

/** A field that an update gave another value, as `#/components/schemas/EventChange`. */
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

/** What all events have in common, as `#/components/schemas/Event`. */
const event = (actor: JsonSchema): JsonSchema => ({
  type: 'object',
  description: 'The fields of every event. Each request to an endpoint contains one event.',
  required: ['id', 'type', 'apiVersion', 'timestamp', 'workspaceId', 'teamId', 'actor', 'data'],
  properties: {
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

/** The body of one type of event: what differs from the others. */
const eventOf = (kind: string, changes: boolean, data: JsonSchema): JsonSchema => ({
  allOf: [{ $ref: '#/components/schemas/Event' }],
  type: 'object',
  required: changes ? ['data', 'changes'] : ['data'],
  properties: { type: { type: 'string', const: kind }, data, ...(changes ? { changes: eventChanges } : {}) },
});
