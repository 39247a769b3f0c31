import { RE2JS } from 're2js';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { operation } from '../../shared/kernel/api/operation/operation.ts';
import { openApiDocument } from '../../shared/kernel/api/openapi/document.ts';
import { withExamples } from '../../shared/surface/docs/with-examples.ts';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';
import { namedEnums } from '../../shared/surface/named-enums.ts';
import { describedEvents } from '../../shared/projections/events/event-descriptions.ts';
import { createCompiler } from '../support/openapi-validator.ts';

/** What docs/guides/compatibility.md promises of the document: answers may grow, requests are closed. */
type Schema = Record<string, any>;

const document: Schema = openApiDocument({
  operations: allOperations,
  routes: Object.values(webRegistry).flat(),
  events: describedEvents,
  namedEnums,
});
const { schemas } = document['components'] as { schemas: Record<string, Schema> };
const operations: Schema[] = Object.values<Schema>(document['paths']).flatMap((methods) =>
  Object.values<Schema>(methods),
);

/** Every schema that is reached from a part of the document, components too. */
function reached(part: unknown, found = new Set<Schema>()): Schema[] {
  if (Array.isArray(part)) for (const one of part) reached(one, found);
  else if (typeof part === 'object' && part !== null && !found.has(part)) {
    found.add(part);
    const { $ref } = part as Schema;
    if (typeof $ref === 'string') {
      const [kind, name] = $ref.split('/').slice(-2) as [string, string];
      reached(document['components'][kind][name], found);
    }
    Object.values(part).forEach((one) => reached(one, found));
  }
  return [...found];
}

/** The schemas within a part of the document, without those that it refers to. */
const reachedInline = (part: unknown): Schema[] =>
  typeof part !== 'object' || part === null ? [] : [part, ...Object.values(part).flatMap(reachedInline)];

test('no answer and no event is closed to further members', () => {
  const sent = reached([
    operations.map(({ responses }) => responses as unknown),
    Object.values<Schema>(document['webhooks']).map(({ post }) => (post as Schema)['requestBody'] as unknown),
  ]);
  expect(sent.length).toBeGreaterThan(500);
  expect(sent.filter(({ additionalProperties }) => additionalProperties === false)).toEqual([]);
});

test('every object of a request is closed', () => {
  const bodies = operations.flatMap(({ requestBody, tags }) =>
    requestBody && !tags.includes('MCP') ? [requestBody as unknown] : [],
  );
  // But for key sets, which may have members that nobody knows yet (RFC 7517, section 5).
  const objects = reached(bodies).filter(
    ({ type, properties }) => type === 'object' && properties && !('keys' in properties),
  );
  expect(objects.length).toBeGreaterThan(30);
  expect(objects.filter(({ additionalProperties }) => additionalProperties !== false)).toEqual([]);
});

test('an enum that is used in several places is a component, so that generators make one type of it', () => {
  const { schemas: _, ...others } = document['components'] as Schema;
  const inPlace = [
    ...Object.entries(schemas).flatMap(([name, schema]) => (name in namedEnums ? [] : reachedInline(schema))),
    ...reachedInline([document['paths'], document['webhooks'], others]),
  ].flatMap(({ enum: values }) => (Array.isArray(values) && values.length > 2 ? [values.join()] : []));
  expect(inPlace.length).toBeGreaterThan(10);
  expect(inPlace.filter((values, position) => inPlace.indexOf(values) !== position)).toEqual([]);

  const referred = new Set(reached(document['paths']).map(({ $ref }) => $ref as unknown));
  expect(Object.keys(namedEnums).filter((name) => !referred.has(`#/components/schemas/${name}`))).toEqual([]);
});

test("a client of today's document can read tomorrow's responses", () => {
  const shape = {
    id: z.string(),
    size: z.enum(['small', 'large']),
    mood: z.enum(['calm', 'loud']).nullable(),
  };
  const today = describe(z.object(shape).meta({ id: 'Thing' }));
  const thing = { id: '1', size: 'small', mood: null };
  const reads = createCompiler(today)(today['schemas']['ThingResponse']);
  expect(reads({ data: thing })).toBe(true);
  expect(reads({ data: { ...thing, size: 'huge', mood: 'sad', color: 'red' }, included: {} })).toBe(true);
  expect(reads({ data: { ...thing, size: 3 } })).toBe(false);
  expect(reads({ data: { id: '1', size: 'small' } })).toBe(false);
});

function describe(output: z.ZodObject): Schema {
  const one = operation({
    id: 'getThing',
    method: 'GET',
    path: '/api/v1/thing',
    tag: 'System',
    summary: 'Get a thing',
    scopes: [],
    output,
    handle: () => Promise.reject(new Error('It is only described.')),
  });
  return openApiDocument({ operations: [one], routes: [], events: [] })['components'] as Schema;
}

test('every example fits its schema', () => {
  const illustrated = withExamples(document);
  const components = illustrated['components'] as Schema;
  const examples = Object.entries<Schema>(components['schemas'] as Schema).flatMap(
    ([name, { properties = {} }]) =>
      Object.entries<Schema>(properties as Schema).flatMap(([field, part]) =>
        ((part['examples'] ?? []) as unknown[]).map((example) => ({
          name: `${name}.${field}`,
          part,
          example,
        })),
      ),
  );
  expect(examples.length).toBeGreaterThan(150);
  const compile = createCompiler(components);
  for (const { name, part, example } of examples) {
    expect(compile(part)(example), `${name}: ${JSON.stringify(example)}`).toBe(true);
  }
});

test('every pattern can be read by RE2 too, which has no look-around and no escapes of its own', () => {
  const patterns = new Set(
    reached(document).flatMap(({ pattern }) => (typeof pattern === 'string' ? [pattern] : [])),
  );
  expect(patterns.size).toBeGreaterThan(3);
  for (const pattern of patterns) expect(() => RE2JS.compile(pattern), pattern).not.toThrow();
});

test('parameters, errors and envelopes that operations share are components', () => {
  const parameters = operations.flatMap((one) => (one['parameters'] ?? []) as Schema[]);
  const inline = parameters.filter(({ $ref }) => !$ref).map((one) => JSON.stringify(one));
  expect(inline.length).toBe(new Set(inline).size);
  for (const { operationId, responses } of operations) {
    for (const [status, response] of Object.entries<Schema>(responses)) {
      if (operationId === 'sendMCPMessage' || status.startsWith('3')) continue;
      expect(response, `${operationId} ${status}`).toEqual({ $ref: expect.any(String) });
    }
  }
  expect(schemas['StoryResponse']).toMatchObject({ properties: { data: { $ref: expect.any(String) } } });
});
