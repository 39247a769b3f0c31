import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { WebCall } from '../../shared/kernel/api/operation/web-route.ts';
import { consumeAttempt } from '../../shared/kernel/rate-limits/rate-limit-store.ts';
import { oauthRoutes } from '../../shared/pages/accounts/index.ts';
import { registerClient } from '../../shared/pages/oauth/register-client.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { authorizeUrl, consent, newPkce, oauthApi } from '../support/oauth.ts';
import { newWorkspace } from '../support/workspace.ts';

let service: ClockedService;
let api: ReturnType<typeof oauthApi>;
let browser: Browser;
const day = 24 * 60 * 60_000;

beforeAll(async () => {
  service = await startClockedService(oauthRoutes);
  api = oauthApi(service.baseUrl);
});
afterAll(() => service.stop());
beforeEach(() => {
  service.now = new Date();
});

const redirects = ['https://client.example/callback'];

describe('a registration of a client', () => {
  test('returns what the client got, which is never a secret', async () => {
    const { status, json, headers } = await api.register({
      client_name: 'Claude',
      redirect_uris: redirects,
      token_endpoint_auth_method: 'client_secret_post',
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      scope: 'mcp:access offline_access',
      application_type: 'native',
      software_id: 'x',
      contacts: ['a@example.com'],
    });
    expect([status, headers.get('cache-control')]).toEqual([201, 'no-store']);
    expect(json).toEqual({
      client_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id_issued_at: Math.floor(service.now.getTime() / 1000),
      client_name: 'Claude',
      redirect_uris: redirects,
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
    });
  });

  test('needs redirect URIs alone', async () => {
    const { status, json } = await api.register({ redirect_uris: redirects });
    expect([status, 'client_name' in json]).toEqual([201, false]);
  });

  test('accepts the redirect URIs of VS Code, all of them', async () => {
    const uris = [
      'https://vscode.dev/redirect',
      'https://insiders.vscode.dev/redirect',
      'http://127.0.0.1/',
      'http://127.0.0.1:33418/',
    ];
    expect((await api.register({ redirect_uris: uris })).json.redirect_uris).toEqual(uris);
  });

  test('takes the redirect URIs that are safe, and leaves out the others', async () => {
    const native = ['com.example.app:/callback', 'org.example.app://oauth.example/callback'];
    const bad = ['javascript:alert(1)', 'http://client.example/', 'myapp:/callback', 'data:text/html,x'];
    const { status, json } = await api.register({ redirect_uris: [...bad, ...redirects, ...native] });
    expect([status, json.redirect_uris]).toEqual([201, [...redirects, ...native]]);
  });

  test.each([
    ['no redirect URIs', {}, 'invalid_redirect_uri'],
    ['an empty list of them', { redirect_uris: [] }, 'invalid_redirect_uri'],
    [
      'too many',
      { redirect_uris: Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`) },
      'invalid_redirect_uri',
    ],
    ['one that is text', { redirect_uris: 'https://a.example/' }, 'invalid_redirect_uri'],
    ['one that is a number', { redirect_uris: [1] }, 'invalid_redirect_uri'],
    ['one that is script', { redirect_uris: ['javascript:alert(1)'] }, 'invalid_redirect_uri'],
    ['one on plain http', { redirect_uris: ['http://client.example/'] }, 'invalid_redirect_uri'],
    ['a name that is no text', { redirect_uris: redirects, client_name: 1 }, 'invalid_client_metadata'],
    [
      'a name without end',
      { redirect_uris: redirects, client_name: 'x'.repeat(501) },
      'invalid_client_metadata',
    ],
    ['another flow', { redirect_uris: redirects, grant_types: ['implicit'] }, 'invalid_client_metadata'],
    ['another response', { redirect_uris: redirects, response_types: ['token'] }, 'invalid_client_metadata'],
    ['a list', [], 'invalid_client_metadata'],
    ['null', null, 'invalid_client_metadata'],
  ])('is refused with %s', async (_, metadata, error) => {
    const { status, json } = await api.register(metadata);
    expect([status, json.error]).toEqual([400, error]);
    expect(json.error_description).toMatch(/\.$/);
  });

  test('takes null for what a client leaves out, and names a bound that it exceeds', async () => {
    const optional = ['client_name', 'scope', 'response_types', 'grant_types', 'token_endpoint_auth_method'];
    const nulls = Object.fromEntries(optional.map((name) => [name, null]));
    const { status, json } = await api.register({ redirect_uris: redirects, ...nulls });
    expect([status, json.client_name, json.scope]).toEqual([201, undefined, undefined]);
    const many = Array.from({ length: 21 }, (_, n) => `https://a.example/${n}`);
    const bounds = [{ redirect_uris: many }, { redirect_uris: redirects, scope: 'x'.repeat(1_001) }];
    const answers = await Promise.all(bounds.map((metadata) => api.register(metadata)));
    expect(answers.map((answer) => answer.json.error_description)).toEqual([
      'redirect_uris has more than 20 entries.',
      'scope has more than 1000 characters.',
    ]);
  });

  test('is refused if it is not JSON, or too large', async () => {
    const send = async (body: string) =>
      await fetch(`${service.baseUrl}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': 'application/json; charset=utf-8' },
        body,
      });
    expect((await send(`\ufeff${JSON.stringify({ redirect_uris: redirects })}`)).status).toBe(201);
    const invalid = await send('{');
    expect([invalid.status, await invalid.json()]).toEqual([
      400,
      { error: 'invalid_client_metadata', error_description: 'The body is not valid JSON.' },
    ]);
    const answer = await send(JSON.stringify({ redirect_uris: redirects, x: 'x'.repeat(524_288) }));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toEqual({
      error: 'invalid_request',
      error_description: 'The body is larger than 512 KiB.',
    });
  });

  test.each(['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', ''])(
    'is refused if it is sent as "%s"',
    async (type) => {
      const answer = await fetch(`${service.baseUrl}/oauth/register`, {
        method: 'POST',
        headers: { 'content-type': type },
        body: JSON.stringify({ redirect_uris: redirects }),
      });
      expect([answer.status, await answer.json()]).toEqual([
        400,
        {
          error: 'invalid_client_metadata',
          error_description: 'The body must be sent as JSON, with the header Content-Type: application/json.',
        },
      ]);
    },
  );

  test('is refused with an error that names the invalid redirect URI', async () => {
    const bad = 'http://client.example/"\\ü\n';
    const { json } = await api.register({ redirect_uris: [bad] });
    expect(json.error_description).toContain("The redirect URI http://client.example/'??? must be https");
    const long = await api.register({ redirect_uris: [`https://client.example/#${'x'.repeat(3_000)}`] });
    expect(long.json.error_description.length).toBeLessThan(300);
  });

  test('accepts a host in capitals, which is the same host in the request too', async () => {
    const { json } = await api.register({ redirect_uris: ['HTTPS://Claude.AI/Callback'] });
    expect(json.redirect_uris).toEqual(['https://claude.ai/Callback']);
    const workspace = await newWorkspace();
    const own = await signedIn(service, workspace, await workspace.person('member'));
    const ask = async (redirectUri: string) =>
      await own.open(authorizeUrl({ id: json.client_id, redirectUri }, newPkce().challenge));
    for (const uri of ['HTTPS://Claude.AI/Callback', 'https://claude.ai/Callback']) {
      const { url } = await own.submit(await ask(uri), '/oauth/authorize', { decision: 'allow' });
      expect(url).toMatch(/^https:\/\/claude\.ai\/Callback\?code=/);
    }
    for (const uri of ['https://claude.ai/callback', 'https://Evil@claude.ai/Callback']) {
      expect((await ask(uri)).status, uri).toBe(400);
    }
  });
});

test('a network may register 300 clients within an hour', async () => {
  service.pass(100 * day + 12 * 60 * 60_000);
  const statuses = await Promise.all(
    Array.from({ length: 310 }, async () => (await api.register({ redirect_uris: redirects })).status),
  );
  expect(statuses.filter((status) => status === 201)).toHaveLength(300);
  const refused = await api.register({ redirect_uris: redirects });
  expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '60']);
  service.pass(60 * 60_000);
  expect((await api.register({ redirect_uris: redirects })).status).toBe(201);
});

test('addresses of one IPv6 network count as one', async () => {
  service.pass(200 * day);
  const limit = { name: 'register client', most: 300, span: 60 * 60 * 1000 };
  while (await consumeAttempt(service.services.database, limit, '2001:db8:1:2::/64', service.now));
  const registerFrom = async (sourceIp: string) => {
    const body = Buffer.from(JSON.stringify({ redirect_uris: redirects }));
    const headers = { 'content-type': 'application/json' };
    const request = { requestId: 'x', method: 'POST', headers, body, sourceIp };
    const { services, now } = service;
    const call = { request, services, now, note: () => undefined } as unknown as WebCall;
    const answer = registerClient.handle(call).catch((error) => registerClient.answerError!(error, call));
    return (await answer).status;
  };
  expect(await registerFrom('2001:db8:1:2:3:4:5:6')).toBe(429);
  expect(await registerFrom('2001:db8:1:3::1')).toBe(201);
});

describe('a client', () => {
  beforeAll(async () => {
    const workspace = await newWorkspace();
    browser = await signedIn(service, workspace, await workspace.person('member'));
  });

  test('that no one allows is forgotten after a week', async () => {
    const client = await api.client();
    const url = authorizeUrl(client, newPkce().challenge);
    service.pass(7 * day - 1);
    expect((await browser.open(url)).status).toBe(200);
    service.pass(1);
    const workspace = await newWorkspace();
    browser = await signedIn(service, workspace, await workspace.person('member'));
    expect((await browser.open(url)).status).toBe(400);
  });

  test('that a person allows is stored for a year from then', async () => {
    const workspace = await newWorkspace();
    const person = await workspace.person('member');
    browser = await signedIn(service, workspace, person);
    const client = await api.client();
    const url = authorizeUrl(client, newPkce().challenge);
    await consent(browser, await browser.open(url));
    service.pass(365 * day - 1);
    browser = await signedIn(service, workspace, person);
    expect((await browser.open(url)).status).toBe(200);
    service.pass(1);
    expect((await browser.open(url)).status).toBe(400);
  });
});
