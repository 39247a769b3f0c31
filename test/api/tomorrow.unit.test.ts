import { Ajv2020 } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';
import { describe, expect, test } from 'vitest';
import { openApiDocument } from '../../shared/api/openapi/document.ts';
import { exampleOf } from '../../shared/docs/example.ts';
import { namedEnums } from '../../shared/named-enums.ts';
import { describedEvents } from '../../shared/projections/events/event-descriptions.ts';
import { allOperations, webRegistry } from '../../shared/registry.ts';

/**
 * Strict clients of today's document and of tomorrow's, in which every object has a new field, every enum a new value
 * and events a new type (docs/compatibility.md): both read every answer of both services.
 */
type Part = Record<string, any>;

const today: Part = openApiDocument({
  operations: allOperations,
  routes: Object.values(webRegistry).flat(),
  events: describedEvents,
  namedEnums,
});

/** Answers and events have what requests do not. */
const isAnswer = (name: string) => !name.endsWith('Request') && !name.endsWith('Input');

const { schemas } = today['components'] as { schemas: Record<string, Part> };
const isEnum = ({ enum: values, $ref }: Part): boolean =>
  Array.isArray(values) || Array.isArray(schemas[String($ref).split('/').at(-1)!]?.['enum']);

/** The document with a new field in each object of an answer, and what `change` makes of each of their schemas. */
function grown(change: (schema: Part) => Part): Part {
  const grow = (part: unknown): unknown => {
    if (Array.isArray(part)) return part.map(grow);
    if (typeof part !== 'object' || part === null) return part;
    const whole: Part = Object.fromEntries(Object.entries(part).map(([key, one]) => [key, grow(one)]));
    if (whole['properties']) whole['properties'].addedLater = { type: 'string' };
    return change(whole);
  };
  const grownSchemas = Object.entries(schemas).map(([name, schema]) => [
    name,
    isAnswer(name) ? grow(schema) : schema,
  ]);
  return { ...today, components: { ...today['components'], schemas: Object.fromEntries(grownSchemas) } };
}

const tomorrow = grown((schema) =>
  schema['enum'] ? { ...schema, enum: [...(schema['enum'] as string[]), 'added_later'] } : schema,
);

/** In its answers, every object has the new field and every enum the new value. */
const newest = grown((schema) => {
  if (schema['properties']?.addedLater) return { ...schema, required: Object.keys(schema['properties']) };
  return (schema['anyOf'] as Part[] | undefined)?.some(isEnum)
    ? { type: 'string', enum: ['added_later'] }
    : schema;
});

function strictClient({ components }: Part): (name: string, answer: unknown) => string | undefined {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  formats.default(ajv);
  ajv.addSchema({ $id: 'document', components });
  return (name, answer) => {
    const reads = ajv.getSchema(`document#/components/schemas/${name}`)!;
    return reads(answer) ? undefined : ajv.errorsText(reads.errors);
  };
}

const clients = { today: strictClient(today), tomorrow: strictClient(tomorrow) };

const answerOf = ({ components }: Part, name: string) =>
  exampleOf({ $ref: `#/components/schemas/${name}` }, components.schemas, 'answer');

const responses = Object.keys(today['components'].schemas as Part).filter((name) =>
  name.endsWith('Response'),
);

describe.each(Object.entries(clients))("a client of %s's document", (_, reads) => {
  test.each([
    ['today', today],
    ['tomorrow', newest],
  ])('reads every answer of %s', (_name, service) => {
    expect(responses.length).toBeGreaterThan(60);
    for (const name of [...responses, 'ErrorDetails']) {
      expect(reads(name, answerOf(service, name)), name).toBeUndefined();
    }
  });

  test('reads events of every type, one added later too', () => {
    const types = [...Object.keys(today['webhooks'] as Part), 'thing.created'];
    expect(types.length).toBeGreaterThan(15);
    for (const type of types) {
      const event = { ...(answerOf(newest, 'Event') as object), type };
      expect(reads('Event', event), type).toBeUndefined();
    }
    const endpoint = { ...(answerOf(newest, 'WebhookEndpoint') as object), subscriptions: ['thing.created'] };
    expect(reads('WebhookEndpoint', endpoint)).toBeUndefined();
  });

  test('refuses an answer that lacks what it was promised', () => {
    const { data, ...rest } = answerOf(newest, 'StoryResponse') as Part;
    const { title: _title, ...story } = data as Part;
    expect(reads('StoryResponse', { ...rest, data: story })).toContain("must have required property 'title'");
    expect(reads('StoryResponse', { ...rest, data: { ...data, title: 3 } })).toContain('must be string');
  });
});

test('the answers of tomorrow have what is new', () => {
  const { data } = answerOf(newest, 'StoryResponse') as { data: Part };
  expect(data).toMatchObject({ priority: 'added_later', addedLater: 'example' });
});
