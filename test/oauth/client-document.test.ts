import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import * as requests from '../../shared/kernel/net/public-request.ts';
import { isDocumentUrl } from '../../shared/pages/oauth/client-document.ts';
import type { Fetch } from '../../shared/pages/oauth/public-document.ts';
import { consumeAttempt } from '../../shared/kernel/rate-limits/rate-limit-store.ts';
import { LookupFailed } from '../../shared/kernel/net/address-refused.ts';
import { FETCH_WINDOW_MS, findClient } from '../../shared/pages/oauth/find-client.ts';
import { oauthRoutes } from '../../shared/pages/accounts/index.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { authorizeUrl, newPkce } from '../support/oauth.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import type { WebCall } from '../../shared/kernel/api/operation/web-route.ts';

/** What stands for the outside network where the service itself asks for a document. */
const outside: { fetch?: Fetch | undefined } = {};
const { publicRequest } = requests;

let service: ClockedService;
let browser: Browser;
let id: string;
let userId: string;
let ownerId: string;
const minute = 60_000;

beforeAll(async () => {
  service = await startClockedService(oauthRoutes);
  vi.spyOn(requests, 'publicRequest').mockImplementation((...request) =>
    (outside.fetch ?? publicRequest)(...request),
  );
  const workspace = await newWorkspace();
  const owner = await workspace.person('member');
  ownerId = owner.userId;
  browser = await signedIn(service, workspace, owner);
});
afterAll(() => service.stop());
beforeEach(() => {
  service.now = new Date();
  id = `https://client.test/${newKey()}.json`;
  userId = newKey();
});

const good = () => ({
  client_id: id,
  client_name: 'A published client',
  redirect_uris: ['https://client.test/callback'],
  token_endpoint_auth_method: 'none',
});

/** An outside network that answers with a document, and counts how often it is asked. */
function network(document: unknown = good(), changes: Partial<requests.PublicResponse> = {}) {
  const asked: string[] = [];
  const fetch: Fetch = async ({ url, headers }) => {
    asked.push(url.href);
    expect(headers).toEqual({ accept: 'application/json', 'user-agent': 'Plotline' });
    return {
      status: 200,
      headers: { 'content-type': 'application/json' },
      body: Buffer.from(typeof document === 'string' ? document : JSON.stringify(document)),
      truncated: false,
      durationMs: 1,
      address: '198.51.100.1',
      ...changes,
    };
  };
  return { asked, fetch };
}

function find(fetch: Fetch, clientId = id) {
  const { services, now } = service;
  const call = { services, now, read: createReader(services.database) };
  return findClient(clientId, userId, call as WebCall, fetch);
}

describe('a client whose id is the URL of its document', () => {
  test('has the values of the document', async () => {
    const { fetch } = network();
    expect(await find(fetch)).toMatchObject({
      id,
      name: 'A published client',
      redirectUris: ['https://client.test/callback'],
    });
  });

  test('may begin with a byte order mark', async () =>
    expect(await find(network(`\ufeff${JSON.stringify(good())}`).fetch)).toMatchObject({ id }));

  test.each([
    ['for an hour when it says nothing', {}, 60 * minute],
    ['for as long as it says', { 'cache-control': 'public, max-age=7200' }, 120 * minute],
    ['for a day at most', { 'cache-control': 'max-age=999999999' }, 24 * 60 * minute],
    ['for five minutes at least', { 'cache-control': 'max-age=1' }, 5 * minute],
    ['for five minutes when it would not be kept', { 'cache-control': 'no-store, max-age=7200' }, 5 * minute],
  ])('is remembered %s', async (_, headers, lifetime) => {
    const { fetch, asked } = network(good(), { headers: { 'content-type': 'application/json', ...headers } });
    await find(fetch);
    service.pass(lifetime - 1);
    await find(fetch);
    expect(asked).toEqual([id]);
    service.pass(1);
    await find(fetch);
    expect(asked).toEqual([id, id]);
  });

  test('changes with its document', async () => {
    await find(network().fetch);
    service.pass(60 * minute);
    const changed = { ...good(), client_name: 'Renamed' };
    expect((await find(network(changed).fetch)).name).toBe('Renamed');
  });

  test.each<[string, unknown, Partial<requests.PublicResponse>?]>([
    ['is missing', 'x', { status: 404 }],
    ['moved', 'x', { status: 302, headers: { location: 'https://client.test/' } }],
    ['is a page', undefined, { headers: { 'content-type': 'text/html' } }],
    ['has no type', undefined, { headers: {} }],
    ['was cut off', undefined, { truncated: true }],
    ['is no JSON', '{'],
    ['is a list', []],
    ['is null', 'null'],
    ['names another id', { client_id: 'https://other.test/client.json' }],
    ['names none', { redirect_uris: ['https://client.test/callback'] }],
  ])('is refused when it %s', async (_, document, changes) => {
    await expect(find(network(document ?? good(), changes).fetch)).rejects.toMatchObject({
      code: 'invalid_client',
    });
  });

  test('is refused with other credentials than none, or with redirects that are not allowed', async () => {
    const bad = [
      [{ token_endpoint_auth_method: 'private_key_jwt' }, 'invalid_client'],
      [{ client_secret: 'x' }, 'invalid_client'],
      [{ redirect_uris: ['http://client.test/callback'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
      [{ redirect_uris: [] }, 'invalid_redirect_uri'],
    ] as const;
    for (const [changes, code] of bad) {
      await expect(find(network({ ...good(), ...changes }).fetch)).rejects.toMatchObject({ code });
    }
  });

  test('is requested at most thirty times an hour by one person', async () => {
    const { fetch, asked } = network('x', { status: 404 });
    for (let number = 0; number < 30; number++) {
      await expect(find(fetch, `${id}?${number}`)).rejects.toMatchObject({ code: 'invalid_client' });
    }
    await expect(find(fetch, `${id}?30`)).rejects.toMatchObject({ code: 'slow_down' });
    expect(asked).toHaveLength(30);
  });
});

describe('a visitor to the page of a client whose document cannot be had', () => {
  const open = () =>
    browser.open(authorizeUrl({ id, redirectUri: 'https://client.test/callback' }, newPkce().challenge));
  const line = () => JSON.parse(service.logs.at(-1)!) as Record<string, any>;

  test.each<[string, Fetch, string, RegExp]>([
    [
      'by its name',
      () =>
        Promise.reject(new LookupFailed('client.test', { cause: new Error('queryA ESERVFAIL client.test') })),
      "The client's document could not be fetched.",
      /LookupFailed.*ESERVFAIL/,
    ],
    [
      'over TLS',
      () => Promise.reject(new Error('certificate has expired')),
      "The client's document could not be fetched.",
      /certificate has expired/,
    ],
    [
      'but elsewhere',
      network('', { status: 302 }).fetch,
      "The client's document was not found.",
      /The status is 302/,
    ],
  ])('is shown no more than before, and the log has the reason: %s', async (_, fetch, reason, cause) => {
    outside.fetch = fetch;
    const { status, text } = await open();
    outside.fetch = undefined;
    expect(status).toBe(400);
    expect(text).not.toMatch(cause);
    expect(line()).toMatchObject({ refused: 'invalid_client', reason, clientId: id });
    expect(JSON.stringify(line()['cause'])).toMatch(cause);
  });

  test('is told when to retry after too many such clients, and nothing that contradicts it', async () => {
    const fetches = { name: 'fetch client document', most: 30, span: FETCH_WINDOW_MS };
    while (await consumeAttempt(service.services.database, fetches, ownerId, service.now));
    const { status, text, headers } = await open();
    expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
    expect(text).toContain('wait one hour.</p>');
  });

  test('cannot fill the log with an id of their own', async () => {
    id = `https://client.test/${'x'.repeat(5_000)}`;
    expect((await open()).status).toBe(400);
    expect(line()['clientId']).toBe(id.slice(0, 200));
  });
});

test.each([
  'http://client.test/client.json',
  'https://client.test',
  'https://client.test/',
  'https://client.test/a/../client.json',
  'https://client.test/./client.json',
  'https://CLIENT.test/client.json',
  'https://client.test:443/client.json',
  'https://client.test:8443/client.json',
  'https://user@client.test/client.json',
  'https://client.test/client.json#x',
  'https://127.0.0.1/client.json',
  'https://2130706433/client.json',
  'https://0x7f.1/client.json',
  'https://[::1]/client.json',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/client.json',
  'https://metadata.internal/client.json',
  'https://client/client.json',
  'file:///etc/passwd',
  'x',
])('%s is not the URL of a document', (text) => expect(isDocumentUrl(text)).toBe(false));

describe('a client document inside the network', () => {
  test.each([['127.0.0.1'], ['169.254.169.254'], ['10.0.0.8'], ['192.168.1.1', '198.51.100.1']])(
    'is never fetched from %s, and the page does not say what is there',
    async (...addresses) => {
      const connections: unknown[] = [];
      const fetch: Fetch = (request) =>
        publicRequest(request, {
          resolver: () => ({
            resolve4: async () => addresses,
            resolve6: async () => [],
            cancel: () => undefined,
          }),
          connect: (options) => {
            connections.push(options);
            throw new Error('connected');
          },
          now: () => 0,
          after: () => () => undefined,
        });
      await expect(find(fetch)).rejects.toMatchObject({
        message: "The client's document could not be fetched.",
      });
      expect(connections).toEqual([]);
    },
  );

  test('is refused on the page, whatever the person was talked into opening', async () => {
    for (const client of [
      'https://169.254.169.254/latest',
      'https://localhost/x',
      'https://nowhere.invalid/x',
    ]) {
      const url = authorizeUrl({ id: client, redirectUri: 'https://evil.example/' }, newPkce().challenge);
      const { status, text, headers } = await browser.open(url);
      expect([status, headers.get('location')]).toEqual([400, null]);
      expect(text).toContain('The client is unknown');
    }
  });
});
