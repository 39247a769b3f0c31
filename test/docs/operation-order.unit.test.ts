import { expect, test } from 'vitest';
import type { PlacedOperation } from '../../shared/surface/docs/api-document.ts';
import { inUsualOrder } from '../../shared/surface/docs/operation-order.ts';

const operations = (...routes: string[]): PlacedOperation[] =>
  routes.map((route) => {
    const [method, path] = route.split(' ');
    return { method, path, operationId: route } as PlacedOperation;
  });

test('the operations of each resource are in one order, at the place of its first one', () => {
  const given = operations(
    'GET /portals/{portalId}',
    'GET /portals',
    'DELETE /portals/{portalId}/items/{itemId}',
    'POST /portals/{portalId}/close',
    'POST /portals',
    'DELETE /portals/{portalId}',
    'POST /portals/{portalId}/items',
    'PATCH /portals/{portalId}',
    'GET /portals/{portalId}/items',
  );
  expect(inUsualOrder(given).map(({ operationId }) => operationId)).toEqual([
    'POST /portals',
    'GET /portals',
    'GET /portals/{portalId}',
    'PATCH /portals/{portalId}',
    'DELETE /portals/{portalId}',
    'POST /portals/{portalId}/items',
    'GET /portals/{portalId}/items',
    'DELETE /portals/{portalId}/items/{itemId}',
    'POST /portals/{portalId}/close',
  ]);
});
