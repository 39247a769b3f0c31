import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { createClient, type Client } from '../support/client.ts';
import { asBrowser } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

let client: Client;
let path: string;

beforeAll(async () => {
  const workspace = await newWorkspace();
  ({ client } = await workspace.person('admin'));
  ({ path } = workspace);
});

test('an unknown path is 404 in the envelope, with and without a token', async () => {
  const anonymous = createClient(sharedService().baseUrl);
  const paths = [
    '/nope',
    '/docss/',
    '/api',
    '/api/v2/me',
    `${path}/storie`,
    `${path}/storie/`,
    '/openapi.yaml',
    '/%00',
  ];
  for (const unknown of paths) {
    for (const caller of [client, anonymous]) {
      expectRefusal(await caller.get(unknown), 404, 'not_found');
    }
  }
});

test.each([
  ['DELETE', '/stories', 'GET, HEAD, POST'],
  ['PUT', '/stories/01900000-0000-7000-8000-000000000000', 'DELETE, GET, HEAD, PATCH'],
  ['PATCH', '/labels', 'GET, HEAD, POST'],
])('%s of %s is 405 and names what is allowed', async (method, suffix, allowed) => {
  const answer = await client.request(method, `${path}${suffix}`);

  expectRefusal(answer, 405, 'method_not_allowed');
  expect(answer.headers.get('allow')).toBe(allowed);
});

test.each([
  ['GET', '/oauth/token', 'POST'],
  ['PUT', '/sign-in', 'GET, HEAD, POST'],
  ['POST', '/portals/any/feedback', 'GET, HEAD, OPTIONS'],
  ['DELETE', '/portals/any/feedback/new', 'GET, HEAD, POST'],
  ['POST', '/docs/stories', 'GET, HEAD'],
  ['POST', '/liveness', 'GET, HEAD'],
])('%s of %s, outside of workspaces, receives the same error', async (method, address, allowed) => {
  const answer = await createClient(sharedService().baseUrl).request(method, address);

  expectRefusal(answer, 405, 'method_not_allowed');
  expect(answer.headers.get('allow')).toBe(allowed);
});

describe('in a browser,', () => {
  const open = (address: string, accept: string = asBrowser.accept) =>
    fetch(`${sharedService().baseUrl}${address}`, { headers: { accept }, redirect: 'manual' });

  test.each([
    ['/nope', '/'],
    ['/sign-inn', '/'],
    ['/connection', '/'],
    ['/api/v2/me', '/'],
    ['/portals', '/'],
    ['/portals/x/feedback/roadmapp', '/sign-in?next=%2Fportals%2Fx%2Ffeedback%2Froadmapp'],
  ])('%s is a page that leads on to %s', async (address, way) => {
    const answer = await open(address);
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
    expect(answer.headers.get('vary')).toBe('Accept');
    const text = await answer.text();
    expect(text).toContain('<h1>Page not found</h1>');
    expect(text).toContain(`class="button" href="${way}"`);
  });

  test('an address for programs says so, and what it accepts', async () => {
    const answer = await open('/oauth/token');
    expect([answer.status, answer.headers.get('allow'), answer.headers.get('vary')]).toEqual([
      405,
      'POST',
      'Accept',
    ]);
    expect(await answer.text()).toContain('<h1>This address is for API clients</h1>');
  });

  test('the same address returns the envelope to programs', async () => {
    const answer = await open('/nope', 'application/json');
    expect([answer.status, answer.headers.get('content-type')]).toEqual([404, 'application/json']);
    expect(answer.headers.get('vary')).toBe('Accept');
  });
});

test('HEAD is answered as GET is, below workspaces too', async () => {
  const head = await client.request('HEAD', `${path}/stories`);
  expect([head.status, head.text]).toEqual([200, '']);
  const anonymous = await fetch(`${sharedService().baseUrl}${path}/stories`, { method: 'HEAD' });
  expect(anonymous.status).toBe(401);
});
