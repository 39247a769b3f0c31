import { expect, test } from 'vitest';
import { routeTable } from '../../shared/kernel/api/http/route-table.ts';

const find = routeTable([
  { method: 'GET', path: '/' },
  { method: 'GET', path: '/teams' },
  { method: 'POST', path: '/teams' },
  { method: 'GET', path: '/teams/{teamId}' },
  { method: 'GET', path: '/teams/default' },
  { method: 'GET', path: '/teams/{teamId}/stories/{storyId}' },
  { method: 'GET', path: '/teams/{teamId}/stories/next' },
  { method: 'DELETE', path: '/teams/{teamId}' },
]);

const found = (method: string, path: string) => {
  const { route, parameters } = find(method, path) ?? {};
  return route && [`${route.method} ${route.path}`, parameters];
};

test.each([
  ['GET', '/', 'GET /', {}],
  ['HEAD', '/teams', 'GET /teams', {}],
  ['POST', '/teams', 'POST /teams', {}],
  ['GET', '/teams/default', 'GET /teams/default', {}],
  ['GET', '/teams/7', 'GET /teams/{teamId}', { teamId: '7' }],
  ['DELETE', '/teams/default', 'DELETE /teams/{teamId}', { teamId: 'default' }],
  ['GET', '/teams/7/stories/next', 'GET /teams/{teamId}/stories/next', { teamId: '7' }],
  ['GET', '/teams/7/stories/8', 'GET /teams/{teamId}/stories/{storyId}', { teamId: '7', storyId: '8' }],
  // The path is decoded already.
  ['GET', '/teams/50%25', 'GET /teams/{teamId}', { teamId: '50%25' }],
])('%s %s is served by %s', (method, path, route, parameters) => {
  expect(found(method, path)).toEqual([route, parameters]);
});

test.each([
  ['PUT', '/teams'],
  ['GET', '/teams/'],
  ['GET', '/teams//stories/8'],
  ['GET', '/Teams'],
  ['GET', '/teams/7/stories'],
  ['GET', '/teams/7/stories/8/more'],
  ['HEAD', '/nothing'],
])('%s %s has no route', (method, path) => {
  expect(found(method, path)).toBeUndefined();
});
