import { globSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { gatewayRoutes } from '../../infra/constructs/gateway-routes.ts';
import { createRouter } from '../../infra/local/http/routes.ts';
import { methodsOf } from '../../shared/kernel/api/http/methods.ts';
import { fallbackGroup, functionGroups } from '../../shared/surface/registry.ts';

const root = resolve(import.meta.dirname, '../..');

const routes = gatewayRoutes(functionGroups, fallbackGroup);

const operation = (id: string, path: string) => ({ id, path, method: 'GET' }) as never;

const served = (group: string, ...paths: string[]) => ({
  [group]: { operations: [], routes: paths.map((path) => operation(path, path)) },
});

const keysOf = (groups: Parameters<typeof gatewayRoutes>[0]): string[] =>
  gatewayRoutes(groups, 'rest').map(({ routeKey, group }) => `${routeKey} → ${group}`);

describe('the routes of the gateway', () => {
  const find = createRouter([
    { routeKey: '$default', target: fallbackGroup },
    ...routes.map(({ routeKey, group }) => ({ routeKey, target: group })),
  ]);

  test.each(Object.entries(functionGroups))('lead each request of %s to its function', (name, group) => {
    const all = [...group.operations, ...group.routes];
    expect(all.length).toBeGreaterThan(0);
    const reached = all.flatMap((route) =>
      methodsOf(route).map((method) => {
        const path = route.path.replaceAll(/\{\w+\}/g, 'x');
        return `${method} ${route.path} → ${find(method, path)?.route.target ?? 'nothing'}`;
      }),
    );
    const expected = all.flatMap((route) =>
      methodsOf(route).map((method) => `${method} ${route.path} → ${name}`),
    );
    expect(reached).toEqual(expected);
  });

  test('are few, and with 1,000 operations no more than an API takes', () => {
    expect(routes.length).toBeLessThanOrEqual(135);
    const grown = Object.fromEntries(
      Object.entries(functionGroups).map(([name, { operations, routes: pages }]) => [
        name,
        served(
          name,
          ...[...operations, ...pages].flatMap(({ path }) =>
            path === '/' ? [path] : [path, ...['a', 'b', 'c'].map((end) => `${path}/{newId}/${end}`)],
          ),
        )[name]!,
      ]),
    );
    const all = Object.values(grown).flatMap(({ routes: paths }) => paths);
    expect(all.length).toBeGreaterThan(1_000);
    // https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-quotas.html
    expect(gatewayRoutes(grown, fallbackGroup).length).toBeLessThanOrEqual(300);
  });

  test('are those that the sample events name', () => {
    const keys = [...routes.map(({ routeKey }) => routeKey), '$default'];
    const samples = globSync('events/*.json', { cwd: root }).map(
      (file) => JSON.parse(readFileSync(join(root, file), 'utf8')) as { routeKey?: string },
    );
    const named = samples.flatMap(({ routeKey }) => routeKey ?? []);
    expect(named.length).toBe(Object.keys(functionGroups).length);
    expect(named.filter((key) => !keys.includes(key))).toEqual([]);
  });

  test('take one name for a parameter at each place', () => {
    const names = new Map<string, string>();
    for (const { operations, routes: pages } of Object.values(functionGroups)) {
      for (const { path } of [...operations, ...pages]) {
        for (const [found] of path.matchAll(/\{\w+\}/g)) {
          const place = path.slice(0, path.indexOf(found)).replaceAll(/\{\w+\}/g, '{}');
          expect(`${place}${names.get(place) ?? found}`).toBe(`${place}${found}`);
          names.set(place, found);
        }
      }
    }
  });

  test('give what is below a path to the group of the path', () => {
    const groups = {
      ...served('teams', '/teams', '/teams/{id}', '/teams/{id}/members'),
      ...served('rest', '/'),
    };
    expect(keysOf(groups)).toEqual(['ANY /teams → teams', 'ANY /teams/{proxy+} → teams']);
  });

  test('lead paths that another group serves below it elsewhere', () => {
    const groups = {
      ...served('stories', '/stories', '/stories/{id}', '/stories/{id}/links/{linkId}'),
      ...served('comments', '/stories/{id}/comments', '/stories/{id}/comments/{commentId}'),
    };
    expect(keysOf(groups)).toEqual([
      'ANY /stories → stories',
      'ANY /stories/{proxy+} → stories',
      'ANY /stories/{id}/comments → comments',
      'ANY /stories/{id}/comments/{proxy+} → comments',
    ]);
  });

  test('give what is below a path to the group that serves most of it', () => {
    const groups = {
      ...served('members', '/members', '/members/{id}'),
      ...served('schedule', '/members/{id}/hours', '/members/{id}/off', '/members/{id}/off/{offId}'),
    };
    expect(keysOf(groups)).toEqual([
      'ANY /members → members',
      'ANY /members/{proxy+} → members',
      'ANY /members/{id}/{proxy+} → schedule',
    ]);
  });

  test('tell methods of one path from each other only where two groups serve it', () => {
    const post = { id: 'post', path: '/stories', method: 'POST' } as never;
    const groups = { stories: { operations: [], routes: [post] }, ...served('search', '/stories') };
    expect(keysOf(groups)).toEqual([
      'POST /stories → stories',
      'GET /stories → search',
      'HEAD /stories → search',
    ]);
  });

  test('leave to $default what its function serves', () => {
    expect(keysOf(served('rest', '/', '/docs', '/docs/{page}'))).toEqual([]);
  });
});
