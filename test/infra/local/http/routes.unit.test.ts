import { describe, expect, test } from 'vitest';
import { createRouter } from '../../../../infra/local/http/routes.ts';

const ROUTES = [
  '$default',
  'ANY /{proxy+}',
  'GET /pets/{proxy+}',
  'GET /pets/dog/{id}',
  'ANY /pets/dog/{id}',
  'GET /pets/dog/1',
  'POST /pets/{kind}/1',
  'GET /',
];

function find(routes: string[], method: string, path: string) {
  const match = createRouter(routes.map((routeKey) => ({ routeKey, target: undefined })))(method, path);
  return match && [match.route.routeKey, match.pathParameters];
}

describe('the route that serves a request', () => {
  test.each([
    // The table of https://docs.aws.amazon.com/apigateway/latest/developerguide/http-api-develop-routes.html
    ['GET', '/pets/dog/1', 'GET /pets/dog/1', undefined],
    ['GET', '/pets/dog/2', 'GET /pets/dog/{id}', { id: '2' }],
    ['GET', '/pets/cat/1', 'GET /pets/{proxy+}', { proxy: 'cat/1' }],
    ['POST', '/test/5', 'ANY /{proxy+}', { proxy: 'test/5' }],
    // And what follows from it.
    ['DELETE', '/pets/dog/1', 'ANY /pets/dog/{id}', { id: '1' }],
    ['POST', '/pets/dog/1', 'ANY /pets/dog/{id}', { id: '1' }],
    ['POST', '/pets/cat/1', 'POST /pets/{kind}/1', { kind: 'cat' }],
    ['GET', '/', 'GET /', undefined],
    ['POST', '/', '$default', undefined],
    ['HEAD', '/pets/dog/1', 'ANY /pets/dog/{id}', { id: '1' }],
    ['PROPFIND', '/x', 'ANY /{proxy+}', { proxy: 'x' }],
  ])('%s %s → %s', (method, path, routeKey, parameters) => {
    expect(find(ROUTES, method, path)).toEqual([routeKey, parameters]);
  });

  test('is the same in any order of the routes', () => {
    for (const path of ['/pets/dog/1', '/pets/dog/2', '/pets/cat/1', '/elsewhere']) {
      expect(find([...ROUTES].reverse(), 'GET', path)).toEqual(find(ROUTES, 'GET', path));
    }
  });

  test('is not the one for another method of a known path, without $default', () => {
    expect(find(['GET /stories/{id}'], 'POST', '/stories/1')).toBeUndefined();
  });

  test.each(['/stories', '/stories/', '/stories/1/', '/Stories/1', '//stories/1'])(
    'is not /stories/{id} for %s',
    (path) => {
      expect(find(['GET /stories/{id}'], 'GET', path)).toBeUndefined();
    },
  );

  test('has path parameters, each decoded on its own', () => {
    const [, values] = find(['GET /a/{x}/b/{y}'], 'GET', '/a/one%2Ftwo%20%C3%A9/b/50%25')!;
    expect(values).toEqual({ x: 'one/two é', y: '50%' });
    expect(find(['GET /a/{x}'], 'GET', '/a/%zz')).toEqual(['GET /a/{x}', { x: '%zz' }]);
  });

  test('has a key that HTTP APIs know, and any other is refused', () => {
    expect(() => find(['get stories'], 'GET', '/')).toThrow('"get stories"');
  });
});
