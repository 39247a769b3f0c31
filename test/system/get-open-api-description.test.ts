import { expect, test } from 'vitest';
import { allOperations, webRegistry } from '../../shared/surface/registry.ts';
import { fetchApiDocument } from '../support/api-document.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';

const client = createClient(sharedService().baseUrl);

test('the description is returned without the envelope, to anyone', async () => {
  const { status, headers, json } = await client.get('/openapi.json');

  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('application/json');
  expect(json).toMatchObject({ openapi: '3.1.0', info: { title: 'Plotline API', version: '1.0.0' } });
  expect(json).not.toHaveProperty('data');
});

test('the description names the address of the service', async () => {
  const { json } = await client.get('/openapi.json');
  expect(json.servers).toEqual([{ url: sharedService().baseUrl }]);
});

test('the description names no schema like something that every program has', async () => {
  const { json } = await client.get('/openapi.json');
  const names = Object.keys(json.components.schemas);
  expect(names.filter((name) => name in globalThis)).toEqual([]);
});

test('the description has every operation once, where it is served', async () => {
  const { paths } = (await client.get('/openapi.json')).json;
  const described = Object.entries<Record<string, { operationId: string }>>(paths).flatMap(
    ([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId }]) => `${operationId} ${method.toUpperCase()} ${path}`,
      ),
  );

  const routes = Object.values(webRegistry)
    .flat()
    .filter((route) => route.described);
  const served = [...allOperations, ...routes].map(({ id, method, path }) => `${id} ${method} ${path}`);
  expect(described.toSorted()).toEqual(served.toSorted());
});

test('the description marks the previews, the open operations and the scopes of the others', async () => {
  const { paths } = await fetchApiDocument();
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
  const byId = Object.fromEntries(operations.map((operation) => [operation.operationId, operation]));

  const previews = operations.filter((operation) => 'x-preview' in operation);
  expect(previews.map(({ operationId }) => operationId)).toEqual(
    expect.arrayContaining(['listStories', 'getStory', 'listTeams']),
  );
  expect(byId['getAPILiveness'].security).toEqual([]);
  expect(byId['createStory'].security).toEqual([
    { personalAccessToken: ['stories:write'] },
    { serviceAccountKey: ['stories:write'] },
  ]);
  expect(byId['createStory']['x-minimum-role']).toBe('member');
  const key = byId['createStory'].parameters.find(({ name }: { name: string }) => name === 'Idempotency-Key');
  expect(key).toMatchObject({ in: 'header', required: true });
});
