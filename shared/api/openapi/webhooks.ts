import type * as z from 'zod';
import type { SchemaCollector } from './schemas.ts';
import type { JsonSchema } from '../../core/json-schema.ts';

/** A kind of event that webhook endpoints are sent, as the API description shows it. */
export interface DescribedEvent {
  kind: string;
  summary: string;
  description: string;
  /** The schema of the event's `data`. */
  data: z.ZodType;
}

/** The `webhooks` member of an OpenAPI 3.1 document: what receivers are sent, by kind of event. */
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
  parameters: headers,
  requestBody: {
    required: true,
    content: { 'application/json': { schema: envelope(kind, schemas.convert(data, 'output')) } },
  },
  responses: {
    200: { description: 'It was taken, as by any other 2xx.' },
    410: { description: 'Nothing more is wanted: the endpoint is disabled.' },
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
const headers = [
  header('webhook-id', "The event's id, the same on every attempt.", { type: 'string', format: 'uuid' }),
  header('webhook-timestamp', 'The time of the attempt, in seconds since 1970.', { type: 'integer' }),
  header(
    'webhook-signature',
    'One signature for each secret that signs now, with a space between two: v1, a comma and the base64 of the HMAC-SHA256 of webhook-id, webhook-timestamp and the body, with a dot between two.',
    { type: 'string' },
  ),
];

const envelope = (kind: string, data: JsonSchema): JsonSchema => ({
  type: 'object',
  required: ['id', 'type', 'timestamp', 'workspaceId', 'data'],
  additionalProperties: false,
  properties: {
    id: {
      type: 'string',
      format: 'uuid',
      description: 'The same on every attempt: a key to drop doubles by.',
    },
    type: { type: 'string', const: kind },
    timestamp: { type: 'string', format: 'date-time', description: 'When it happened.' },
    workspaceId: { type: 'string', format: 'uuid', description: 'Where it happened.' },
    data,
    truncated: {
      type: 'array',
      items: { type: 'string' },
      description: 'Only where the body would pass 256 KiB: the strings that were cut to fit.',
    },
  },
});
