import { afterAll, describe, expect, test } from 'vitest';
import { createBrowser, newAccount, signedIn } from '../support/browser.ts';
import { authorizeUrl, consent, newPkce, refusalLink } from '../support/oauth.ts';
import { addressOf, newWorkspace } from '../support/workspace.ts';
import { startAuthorization } from './authorization.ts';

const { service, workspace, person, api, ...first } = await startAuthorization();
let { browser, client } = first;
afterAll(() => service.stop());

const urlWith = (changes: Record<string, string | undefined> = {}) =>
  authorizeUrl(client, newPkce().challenge, changes);

test('a visitor who has not signed in does so first, and comes to the consent page', async () => {
  const account = await newAccount(workspace, person);
  const stranger = createBrowser(service.baseUrl);
  const page = await stranger.open(urlWith());
  expect(new URL(page.url).pathname).toBe('/sign-in');
  const shown = await stranger.submit(page, '/sign-in', account);
  expect(new URL(shown.url).pathname).toBe('/oauth/authorize');
  const answer = await consent(stranger, shown);
  expect(answer.get('code')).toMatch(/^[\w-]{43}$/);
  browser = await signedIn(service, workspace, person);
});

test('the page shows which client asks, where the answer goes and what is allowed', async () => {
  const { status, text } = await browser.open(urlWith());
  expect(status).toBe(200);
  expect(text).toContain('<bdi>A client</bdi>');
  expect(text).toContain('<strong>client.example</strong>');
  expect(text).toContain('Create, update and delete what you can');
  expect(text).not.toContain('Any program on this device');
  const forApi = await browser.open(urlWith({ resource: `${service.baseUrl}/api/v1` }));
  expect(forApi.text).toContain('Update stories that you can update');
  expect(forApi.text).not.toContain('Create, update and delete');
});

test('the page names workspaces with an open invitation, and no others', async () => {
  const inviting = await newWorkspace();
  const boss = await inviting.person('admin');
  expect((await browser.open(urlWith())).text).not.toContain('You are invited');
  const email = await addressOf(workspace, person.id);
  await boss.client.post(`${inviting.path}/members`, { name: 'Someone', email, role: 'member' });
  const { text } = await browser.open(urlWith());
  expect(text).toMatch(
    /You are invited to\s+<bdi>[^<]+<\/bdi>\.\s+The\s+application can use a workspace once/,
  );
});

test('a client that stays on the device comes with a warning', async () => {
  client = await api.client('http://127.0.0.1:4000/callback');
  const page = await browser.open(urlWith({ redirect_uri: 'http://127.0.0.1:51234/callback' }));
  expect(page.text).toContain('Any program on this device');
  expect(page.text).toContain('127.0.0.1:51234');
  client = await api.client();
});

test('an answer to the device of a client that has an address elsewhere too comes with a warning, and no other does', async () => {
  const { json } = await api.register({
    redirect_uris: [
      client.redirectUri,
      'http://127.0.0.1/callback',
      'cursor://anysphere.cursor-mcp/oauth/callback',
    ],
  });
  const warns = async (redirect_uri: string) =>
    (await browser.open(urlWith({ client_id: json.client_id, redirect_uri }))).text.includes(
      'Any program on this device',
    );
  expect(await warns('http://127.0.0.1:51234/callback')).toBe(true);
  expect(await warns('cursor://anysphere.cursor-mcp/oauth/callback')).toBe(true);
  expect(await warns(client.redirectUri)).toBe(false);
});

test('after a form a page goes on to the client, which browsers do not take for a redirect of the form', async () => {
  const page = await browser.open(urlWith({ state: "\"><x y='z'>" }));
  expect(page.headers.get('content-security-policy')).toContain("form-action 'self';");
  const { status, url, text, headers } = await browser.submit(page, '/oauth/authorize', {
    decision: 'allow',
  });
  expect([status, headers.get('location')]).toEqual([200, null]);
  expect(headers.get('refresh')).toBe(`0;url=${url}`);
  const [, link] = /<a class="button" href="([^"]*)">/.exec(text)!;
  expect(link!.replaceAll('&#38;', '&').replaceAll('&#39;', "'")).toBe(url);
  expect([headers.get('referrer-policy'), headers.get('cache-control')]).toEqual(['no-referrer', 'no-store']);
});

test('signing in on the way to an invalid request leads to a page that says so', async () => {
  const account = await newAccount(workspace, person);
  for (const [changes, error] of [
    [{ scope: 'admin' }, 'invalid_scope'],
    [{ code_challenge: undefined }, 'invalid_request'],
    [{ response_mode: 'fragment' }, 'invalid_request'],
  ] as const) {
    const stranger = createBrowser(service.baseUrl);
    service.logs.length = 0;
    const shown = await stranger.submit(await stranger.open(urlWith(changes)), '/sign-in', account);
    expect(refusalLink(shown).searchParams.get('error')).toBe(error);
    const lines = service.logs.map((line) => JSON.parse(line) as { operation: string; status: number });
    expect(lines.slice(-2).map(({ operation, status }) => [operation, status])).toEqual([
      ['signIn', 200],
      ['showConsent', 400],
    ]);
  }
  browser = await signedIn(service, workspace, person);
});

test('state and iss come back with the code, and the code says nothing', async () => {
  const state = 'a state with & = # % + ü';
  const page = await browser.open(urlWith({ state }));
  const answer = await consent(browser, page);
  expect([...answer.keys()].sort()).toEqual(['code', 'iss', 'state']);
  expect([answer.get('state'), answer.get('iss')]).toEqual([state, service.baseUrl]);
});

describe('the redirect URI of a known client is accepted:', () => {
  test.each([
    ['https://claude.ai/api/mcp/auth_callback'],
    ['https://chatgpt.com/connector/oauth/AbC123'],
    ['http://localhost:8787/callback', 'http://localhost:61234/callback'],
    ['http://127.0.0.1/', 'http://127.0.0.1:61234/'],
    ['http://127.0.0.1:33418/'],
    ['http://[::1]/callback', 'http://[::1]:61234/callback'],
    ['cursor://anysphere.cursor-mcp/oauth/callback'],
    ['https://vscode.dev/redirect'],
  ])('%s', async (registered, redirectUri = registered) => {
    const known = { ...(await api.client(registered)), redirectUri };
    const page = await browser.open(authorizeUrl(known, newPkce().challenge));
    const { status, url } = await browser.submit(page, '/oauth/authorize', { decision: 'allow' });
    expect(status).toBe(200);
    expect(url.slice(0, url.indexOf('?'))).toBe(redirectUri);
    expect(new URL(url).searchParams.get('code')).toMatch(/^[\w-]{43}$/);
  });
});

describe('the scopes of a request', () => {
  test.each([
    [undefined, undefined, 'mcp:access'],
    [undefined, 'mcp:access stories:write', 'mcp:access'],
    [undefined, 'stories:write', 'stories:write'],
    ['/mcp', 'mcp:access stories:write offline_access', 'mcp:access'],
    ['/api/v1', 'stories:write mcp:access', 'stories:write'],
    ['/mcp', undefined, 'mcp:access'],
  ])('for resource %s and scope %s are %s', async (path, scope, given) => {
    const { verifier, challenge } = newPkce();
    const resource = path && service.baseUrl + path;
    const page = await browser.open(authorizeUrl(client, challenge, { resource, scope }));
    const code = (await consent(browser, page)).get('code')!;
    const { json } = await api.token({
      grant_type: 'authorization_code',
      client_id: client.id,
      redirect_uri: client.redirectUri,
      code,
      code_verifier: verifier,
    });
    expect(json.scope).toBe(given);
  });
});

describe('the scopes of a client that has registered for fewer', () => {
  test.each([
    ['mcp:read', 'mcp:access', 'mcp:read'],
    ['mcp:read', 'mcp:access mcp:write mcp:read', 'mcp:read'],
    ['mcp:read', undefined, 'mcp:read'],
    ['mcp:write mcp:read', 'mcp:access', 'mcp:write'],
    ['mcp:access mcp:read', 'mcp:access', 'mcp:access'],
    ['offline_access', 'mcp:access', 'mcp:access'],
  ])('registered for %s and asking for %s are %s', async (registered, scope, given) => {
    const redirectUri = 'https://client.example/callback';
    const { json: made } = await api.register({ redirect_uris: [redirectUri], scope: registered });
    const { verifier, challenge } = newPkce();
    const asking = { id: made.client_id, redirectUri };
    const page = await browser.open(authorizeUrl(asking, challenge, { scope }));
    const code = (await consent(browser, page)).get('code')!;
    const { json } = await api.token({
      grant_type: 'authorization_code',
      client_id: asking.id,
      redirect_uri: redirectUri,
      code,
      code_verifier: verifier,
    });
    expect(json.scope).toBe(given);
  });
});
