import type { JsonSchema } from '../../core/json-schema.ts';
import { usedBy, type Components } from './tag-documents.ts';

interface DescribedApi {
  info: { version: string };
  webhooks: Record<string, { post: EventOperation }>;
  components: Components;
}

interface EventOperation {
  summary: string;
  description: string;
  parameters: { $ref: string }[];
  requestBody: { content: { 'application/json': { schema: { $ref: string } } } };
}

interface Header {
  name: string;
  description: string;
  schema: JsonSchema;
}

/** An example of the body of an event. */
interface ExampleEvent {
  id: string;
  timestamp: string;
}

/**
 * The AsyncAPI 3.0 document of the events, from the `webhooks` of an OpenAPI document: one channel, a receiver, whose
 * address is its own, and a message for each event type, with an example of its schema.
 */
export function asyncApiDocument(
  openApi: JsonSchema,
  exampleOf: (schema: { $ref: string }) => unknown,
): JsonSchema {
  const { info, webhooks, components } = openApi as unknown as DescribedApi;
  const events = Object.entries(webhooks).map(([type, { post }]) => [
    type,
    messageOf(type, post, components, exampleOf),
  ]);
  const messages = Object.fromEntries(events) as Record<string, JsonSchema>;
  const channel = { $ref: '#/channels/receiver' };
  return {
    asyncapi: '3.0.0',
    info: {
      title: 'Plotline events',
      version: info.version,
      description:
        'What webhook endpoints receive, at least once. There will be more types: ignore those that you do not know.',
    },
    defaultContentType: 'application/json',
    channels: {
      receiver: {
        title: 'Your endpoint',
        messages: refsTo('#/components/messages/', Object.keys(messages)),
      },
    },
    operations: {
      sendEvent: {
        action: 'send',
        channel,
        summary: 'Plotline sends an event to your endpoint.',
        bindings: { http: { method: 'POST', bindingVersion: '0.3.0' } },
      },
    },
    components: { messages, schemas: withBareReferences(usedBy(messages, components)['schemas']!) },
  };
}

/** A part of the document in which references stand alone: AsyncAPI, unlike OpenAPI, allows nothing next to them. */
function withBareReferences<T>(part: T): T {
  if (Array.isArray(part)) return part.map(withBareReferences) as T;
  if (typeof part !== 'object' || part === null) return part;
  if ('$ref' in part) return { $ref: part.$ref } as T;
  return Object.fromEntries(Object.entries(part).map(([name, one]) => [name, withBareReferences(one)])) as T;
}

const refsTo = (folder: string, names: readonly string[]): Record<string, { $ref: string }> =>
  Object.fromEntries(names.map((name) => [name, { $ref: `${folder}${name}` }]));

/** Of the form that a signature has; a true one needs the secret of the receiver. */
const EXAMPLE_SIGNATURE = 'v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=';

function messageOf(
  type: string,
  event: EventOperation,
  { parameters }: Components,
  exampleOf: (schema: { $ref: string }) => unknown,
): JsonSchema {
  const { schema: payloadSchema } = event.requestBody.content['application/json'];
  const payload = exampleOf(payloadSchema) as ExampleEvent;
  const headers = event.parameters.map(({ $ref }) => parameters![$ref.split('/').at(-1)!] as Header);
  return {
    name: type,
    title: event.summary,
    description: event.description,
    headers: {
      type: 'object',
      required: headers.map(({ name }) => name),
      properties: Object.fromEntries(
        headers.map(({ name, description, schema }) => [name, { ...schema, description }]),
      ),
    },
    payload: payloadSchema,
    examples: [
      {
        headers: {
          'webhook-id': payload.id,
          'webhook-timestamp': Math.floor(Date.parse(payload.timestamp) / 1_000),
          'webhook-signature': EXAMPLE_SIGNATURE,
        },
        payload,
      },
    ],
  };
}
