import { expect, test } from 'vitest';
import { openApiDocument } from '../../shared/kernel/api/openapi/document.ts';
import { describedEvents } from '../../shared/projections/events/event-descriptions.ts';
import { errorCodes, type ErrorCode } from '../../shared/kernel/core/errors.ts';
import { parseApiDocument, placedOperations } from '../../shared/surface/docs/api-document.ts';
import { curlCommand } from '../../shared/surface/docs/curl.ts';
import { errorExample } from '../../shared/surface/docs/error-example.ts';
import { exampleCall } from '../../shared/surface/docs/example-call.ts';
import { pythonExample } from '../../shared/surface/docs/python-example.ts';
import { namedEnums } from '../../shared/surface/named-enums.ts';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';
import { createCompiler } from '../support/openapi-validator.ts';

const routes = Object.values(webRegistry).flat();
const document = parseApiDocument(
  openApiDocument({ operations: allOperations, routes, events: describedEvents, namedEnums }),
);
const calls = placedOperations(document).map((operation) => exampleCall(operation, document));

/** What in a body takes something away: clearFields, null, and lists and objects without anything, by its path. */
function removals(value: unknown, path = 'body'): string[] {
  if (value === null) return [path];
  if (typeof value !== 'object') return [];
  const parts = Object.entries(value);
  if (parts.length === 0) return [path];
  return parts.flatMap(([name, part]) =>
    name === 'clearFields' ? [`${path}.${name}`] : removals(part, `${path}.${name}`),
  );
}

test('no example of a change clears or empties what it is tried on', () => {
  const changes = calls.filter(({ method, body }) => ['PATCH', 'PUT'].includes(method) && body !== undefined);
  expect(changes.length).toBeGreaterThan(25);
  const found = changes.map(({ operationId, body }) => [operationId, removals(body)] as const);
  expect(found.filter(([, removed]) => removed.length > 0)).toEqual([]);
});

test('the example of working hours is a whole week, since days that are not sent have none', () => {
  const { body } = calls.find(({ operationId }) => operationId === 'updateWorkingHours')!;
  expect(Object.keys((body as { weekly: object }).weekly).length).toBeGreaterThanOrEqual(5);
});

test('each paste of an example has a new idempotency key, so that another title is no conflict', () => {
  const keyed = calls.filter(({ headers }) => 'Idempotency-Key' in headers);
  expect(keyed.length).toBeGreaterThan(0);
  for (const call of keyed) {
    expect(curlCommand(call)).toContain('-H "Idempotency-Key: $(openssl rand -hex 16)"');
    expect(pythonExample(call)).toMatch(/import uuid\n[^]*"Idempotency-Key": str\(uuid\.uuid4\(\)\),/);
  }
  const bulk = calls.find(({ operationId }) => operationId === 'bulkCreateStories')!;
  expect(curlCommand(bulk).match(/"idempotencyKey": "\$\(openssl rand -hex 16\)"/g)).toHaveLength(2);
});

test('the example of each error has what the responses have, as the schema describes it', () => {
  const { schemas } = document.components;
  const error = { $ref: '#/components/schemas/ErrorDetails' };
  const validate = createCompiler(document.components)({ properties: { error } });
  const createStory = { operationId: 'createStory', tag: 'Stories' } as const;
  for (const code of Object.keys(errorCodes) as ErrorCode[]) {
    const example = errorExample(code, createStory, schemas);
    expect(validate(example), `${code}: ${JSON.stringify(validate.errors)}`).toBe(true);
    expect(example).toMatchObject({
      data: null,
      error: { code, hint: expect.stringMatching(/ See \S+\/docs\//) },
    });
  }
  expect(errorExample('invalid_idempotency_key', createStory, schemas)).toMatchObject({
    error: { fields: [{ in: 'header', path: 'Idempotency-Key', code: 'invalid_format' }] },
  });
});
