import type * as z from 'zod';
import type { SchemaCollector } from './schemas.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

/** A webhook event type, as documented in the OpenAPI document. */
export interface DescribedEvent {
  kind: string;
  summary: string;
  description: string;
  /** The schema of the event's `data`. */
  data: z.ZodType;
}

/** The `webhooks` field of an OpenAPI 3.1 document: what receivers get, by event type. */
export const webhookItems = (
  events: readonly DescribedEvent[],
  tag: string,
  schemas: SchemaCollector,
): JsonSchema => Object.fromEntries(events.map((event) => [event.kind, { post: item(event, tag, schemas) }]));

const item = (
  { kind, summary, description, data }: DescribedEvent,
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
    content: { 'application/json': { schema: envelope(kind, schemas.convert(data, 'output')) } },
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

const envelope = (kind: string, data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['id', 'type', 'timestamp', 'workspaceId', 'data'],
  properties: {
    id: {
      type: 'string',
      format: 'uuid',
      description: 'Identical on every attempt; use it to discard duplicates.',
    },
    type: { type: 'string', const: kind },
    timestamp: { type: 'string', format: 'date-time', description: 'When the event occurred.' },
    workspaceId: { type: 'string', format: 'uuid', description: 'The workspace of the event.' },
    data,
    truncated: {
      type: 'array',
      items: { type: 'string' },
      description: 'Present only if the body would exceed 256 KiB: the strings that were truncated.',
    },
  },
});
