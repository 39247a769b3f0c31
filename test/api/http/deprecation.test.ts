import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { operationRoute } from '../../../shared/kernel/api/http/operation-route.ts';
import { openApiDocument } from '../../../shared/kernel/api/openapi/document.ts';
import { list, operation } from '../../../shared/kernel/api/operation/operation.ts';
import { publicOperation } from '../../../shared/kernel/api/operation/public-operation.ts';
import { startClockedService, type ClockedService } from '../../support/clocked-service.ts';

/** How an operation announces that it will go: docs/guides/compatibility.md. */
const deprecation = {
  deprecatedAt: '2027-01-31',
  sunsetAt: '2028-02-01',
  link: '/docs/stories#listStories',
};
const item = z.object({ id: z.string() }).meta({ id: 'Thing', description: 'A thing.' });
const described = { tag: 'Stories' as const, summary: 'List things', deprecation };
const listThings = list({
  ...described,
  id: 'listThings',
  path: '/api/v1/things',
  scopes: ['stories:read'],
  item,
  handle: () => Promise.resolve({ items: [] }),
});
const countThings = publicOperation({
  ...described,
  id: 'countThings',
  path: '/things/count',
  output: z.object({ count: z.int() }),
  handle: () => Promise.resolve({ count: 3 }),
});
const current = publicOperation({
  tag: 'Stories',
  summary: 'Count people',
  id: 'countPeople',
  path: '/people/count',
  output: z.object({ count: z.int() }),
  handle: () => Promise.resolve({ count: 3 }),
});
const operations = [listThings, countThings, current];

let service: ClockedService;
beforeAll(async () => {
  service = await startClockedService(operations.map(operationRoute));
});
afterAll(() => service.stop());

const get = async (path: string) => await fetch(`${service.baseUrl}${path}`);

test.each([
  ['/things/count', 200],
  ['/things/count?nope=1', 400],
  ['/api/v1/things', 401],
])('%s has headers that say on its %d since when, until when and where to read on', async (path, status) => {
  const answer = await get(path);
  expect(answer.status).toBe(status);
  const { headers } = answer;
  expect(headers.get('deprecation')).toBe(`@${Date.UTC(2027, 0, 31) / 1000}`);
  expect(headers.get('sunset')).toBe('Tue, 01 Feb 2028 00:00:00 GMT');
  expect(headers.get('link')).toBe(
    '</docs/stories#listStories>; rel="deprecation"; type="text/html", </docs/stories#listStories>; rel="sunset"; type="text/html"',
  );
});

test('operations that are not deprecated have no such headers', async () => {
  const { status, headers } = await get('/people/count');
  expect(status).toBe(200);
  for (const name of ['deprecation', 'sunset', 'link']) expect(headers.get(name)).toBeNull();
});

test('the document marks a deprecated operation, and says the same', () => {
  const { paths } = openApiDocument({ operations, routes: [], events: [] }) as {
    paths: Record<string, { get: any }>;
  };
  const { get: gone } = paths['/api/v1/things']!;
  expect(gone.deprecated).toBe(true);
  expect(gone.description).toContain(
    'Deprecated since 2027-01-31; it may be gone from 2028-02-01. See /docs/stories#listStories.',
  );
  expect(Object.keys(gone.responses[200].headers)).toEqual(
    expect.arrayContaining(['Deprecation', 'Sunset', 'Link']),
  );
  const { get: stays } = paths['/people/count']!;
  expect(stays).not.toHaveProperty('deprecated');
});

test('a deprecated operation stays for at least twelve months', () => {
  const declare = (sunsetAt: string) => () =>
    operation({
      ...described,
      deprecation: { ...deprecation, sunsetAt },
      id: 'getThing',
      method: 'GET',
      path: '/api/v1/thing',
      scopes: [],
      output: item,
      handle: () => Promise.resolve({ id: '' }),
    });
  expect(declare('2028-01-31')).not.toThrow();
  expect(declare('2028-01-30')).toThrow(/twelve months/);
  expect(declare('soon')).toThrow(/twelve months/);
});
