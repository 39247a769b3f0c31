import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oauthRoutes } from '../../shared/oauth/index.ts';
import { createBrowser, giveAccount, signedIn, type Browser, type Shown } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import {
  authorizeUrl,
  connect,
  consent,
  newPkce,
  oauthApi,
  refusalLink,
  type RegisteredClient,
} from '../support/oauth.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: ClockedService;
let workspace: TestWorkspace;
let person: Person;
let browser: Browser;
let client: RegisteredClient;
let api: ReturnType<typeof oauthApi>;

beforeAll(async () => {
  service = await startClockedService(oauthRoutes);
  api = oauthApi(service.baseUrl);
  workspace = await newWorkspace();
  person = await workspace.person('member');
  browser = await signedIn(service, workspace, person);
  client = await api.client();
});
afterAll(() => service.stop());

const urlWith = (changes: Record<string, string | undefined> = {}) =>
  authorizeUrl(client, newPkce().challenge, changes);

test('who has not signed in does so first, and comes to the consent page', async () => {
  const account = await giveAccount(workspace, person);
  const stranger = createBrowser(service.baseUrl);
  const page = await stranger.open(urlWith());
  expect(new URL(page.url).pathname).toBe('/sign-in');
  const shown = await stranger.submit(page, '/sign-in', account);
  expect(new URL(shown.url).pathname).toBe('/oauth/authorize');
  const answer = await consent(stranger, shown);
  expect(answer.get('code')).toMatch(/^[\w-]{43}$/);
  browser = await signedIn(service, workspace, person);
});

test('the page shows who asks, where the answer goes and what is allowed', async () => {
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

test('a client that stays on the device comes with a warning', async () => {
  client = await api.client('http://127.0.0.1:4000/callback');
  const page = await browser.open(urlWith({ redirect_uri: 'http://127.0.0.1:51234/callback' }));
  expect(page.text).toContain('Any program on this device');
  expect(page.text).toContain('127.0.0.1:51234');
  client = await api.client();
});

test('so does an answer to the device of one that has an address elsewhere too, and only such an answer', async () => {
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

test('signing in on the way to a client that asks for nonsense leads to a page that says so', async () => {
  const account = await giveAccount(workspace, person);
  for (const [changes, error] of [
    [{ scope: 'admin' }, 'invalid_scope'],
    [{ code_challenge: undefined }, 'invalid_request'],
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

/** A page that sends nobody anywhere: what it says, and what its link would tell the client. */
async function refusalOf(shown: Promise<Shown>): Promise<{ text: string; told: object; link: URL }> {
  const page = await shown;
  const link = refusalLink(page);
  expect(new URL(page.url).origin).toBe(service.baseUrl);
  return { text: page.text, link, told: Object.fromEntries(link.searchParams) };
}

const toldOf = (error: string) => ({
  error,
  error_description: expect.any(String),
  state: 'a state',
  iss: service.baseUrl,
});

describe('who does not allow it', () => {
  test.each(['deny', '', 'ALLOW'])('by %j is shown so, with a way to the client', async (decision) => {
    const page = await browser.open(urlWith());
    const shown = browser.submit(page, '/oauth/authorize', { decision });
    const { text, told } = await refusalOf(shown);
    expect(told).toEqual(toldOf('access_denied'));
    expect(text).toContain('It was not granted access');
  });

  test('sends a program on the device away, which waits for it, and one that is allowed already', async () => {
    const onDevice = await api.client('http://127.0.0.1:4000/callback');
    const allowed = await api.client();
    await connect(service.baseUrl, browser, { client: allowed });
    for (const one of [onDevice, allowed]) {
      const page = await browser.open(authorizeUrl(one, newPkce().challenge));
      expect(Object.fromEntries(await consent(browser, page, 'deny'))).toEqual(toldOf('access_denied'));
    }
  });
});

const mistakes: [string, Record<string, string | undefined>, string][] = [
  ['no response type', { response_type: undefined }, 'unsupported_response_type'],
  ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
  ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
  ['no challenge', { code_challenge: undefined }, 'invalid_request'],
  ['no challenge method', { code_challenge_method: undefined }, 'invalid_request'],
  ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
  ['a foreign resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ['an unknown scope', { scope: 'admin' }, 'invalid_scope'],
];

describe('a client that the person has allowed nothing is not gone to by itself:', () => {
  test.each(mistakes)('%s', async (_, changes, error) => {
    const { text, told, link } = await refusalOf(browser.open(urlWith(changes)));
    expect(link.origin + link.pathname).toBe('https://client.example/callback');
    expect(told).toEqual(toldOf(error));
    expect(text).toContain(`(${error})`);
    expect(text).toContain('<bdi>A client</bdi>');
    expect(text).toContain('<strong>client.example</strong>');
  });

  test('also one on the device, where the request is wrong', async () => {
    const onDevice = await api.client('http://127.0.0.1:4000/callback');
    const url = authorizeUrl(onDevice, newPkce().challenge, { scope: 'admin' });
    expect((await refusalOf(browser.open(url))).told).toEqual(toldOf('invalid_scope'));
  });

  test('one that was allowed at another host, or by somebody else, or is disconnected', async () => {
    const { json } = await api.register({
      redirect_uris: ['https://good.example/callback', 'https://evil.example/callback'],
    });
    const good = { id: json.client_id as string, redirectUri: 'https://good.example/callback' };
    const evil = { ...good, redirectUri: 'https://evil.example/callback' };
    await connect(service.baseUrl, browser, { client: good });
    const wrong = (one: RegisteredClient) => authorizeUrl(one, newPkce().challenge, { scope: 'admin' });
    expect((await browser.open(wrong(good))).status).toBe(303);
    expect((await refusalOf(browser.open(wrong(evil)))).told).toEqual(toldOf('invalid_scope'));
    const other = await signedIn(service, workspace, await workspace.person('member'));
    expect((await refusalOf(other.open(wrong(good)))).told).toEqual(toldOf('invalid_scope'));
    const page = await browser.open('/connections');
    const row = page.text.split('<li class="item">').find((text) => text.includes('At good.example.'))!;
    const [, connection] = /name="connection" value="([^"]+)"/.exec(row)!;
    await browser.submit(page, '/connections', { connection: connection! });
    expect((await refusalOf(browser.open(wrong(good)))).told).toEqual(toldOf('invalid_scope'));
  });
});

describe('a client that the person has allowed something is told what is wrong with its request:', () => {
  let known: RegisteredClient;
  beforeAll(async () => {
    known = await api.client('http://localhost:4000/callback');
    await connect(service.baseUrl, browser, { client: known });
    // A program on the device listens on another port each time.
    known = { ...known, redirectUri: 'http://localhost:5000/callback' };
  });

  test.each(mistakes)('%s', async (_, changes, error) => {
    const { status, url } = await browser.open(authorizeUrl(known, newPkce().challenge, changes));
    expect(status).toBe(303);
    expect(url).toMatch(/^http:\/\/localhost:5000\/callback\?/);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual(toldOf(error));
  });
});

describe('a parameter that is given twice', () => {
  test.each([
    ['state', 'invalid_request'],
    ['scope', 'invalid_request'],
    ['code_challenge', 'invalid_request'],
    ['resource', 'invalid_target'],
  ])('is for the client to be told: %s', async (name, error) => {
    const resource = `${service.baseUrl}/mcp`;
    const asked = urlWith({ resource, scope: 'mcp:access' });
    const { told } = await refusalOf(browser.open(`${asked}&${name}=x`));
    expect(told).toEqual(toldOf(error));
  });

  test('and counts for nothing here ends nothing', async () => {
    const page = await browser.open(`${urlWith()}&prompt=login&prompt=consent`);
    expect((await consent(browser, page)).get('code')).toMatch(/^[\w-]{43}$/);
  });
});

describe('the person is told, and nobody is sent anywhere:', () => {
  test.each([
    ['no client', { client_id: undefined }],
    ['an unknown client', { client_id: '0196f000-0000-7000-8000-000000000000' }],
    ['a client that is no URL of a document', { client_id: 'http://client.example/client.json' }],
    ['no redirect URI', { redirect_uri: undefined }],
    ['another redirect URI', { redirect_uri: 'https://client.example/callback/' }],
    ['a redirect URI elsewhere', { redirect_uri: 'https://evil.example/callback' }],
    ['a redirect URI that is script', { redirect_uri: 'javascript:alert(1)' }],
  ])('%s', async (_, changes) => {
    const { status, text, headers } = await browser.open(urlWith(changes));
    expect([status, headers.get('location')]).toEqual([400, null]);
    expect(text).toContain('The application cannot be connected');
  });

  test.each(['client_id', 'redirect_uri'])('%s is given twice', async (name) => {
    const { status, headers, text } = await browser.open(`${urlWith()}&${name}=x`);
    expect([status, headers.get('location')]).toEqual([400, null]);
    expect(text).toContain(`${name} must not be repeated`);
  });
});

describe('the redirect of a known client is answered:', () => {
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

describe('scopes', () => {
  test.each([
    [undefined, undefined, 'mcp:access'],
    [undefined, 'mcp:access stories:write', 'mcp:access'],
    [undefined, 'stories:write', 'stories:write'],
    ['/mcp', 'mcp:access stories:write offline_access', 'mcp:access'],
    ['/api/v1', 'stories:write mcp:access', 'stories:write'],
    ['/mcp', undefined, 'mcp:access'],
  ])('resource %s and scope %s give %s', async (path, scope, given) => {
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

  test('of the other resource alone are refused', async () => {
    client = await api.client();
    const url = urlWith({ resource: `${service.baseUrl}/mcp`, scope: 'stories:write' });
    expect((await refusalOf(browser.open(url))).told).toEqual(toldOf('invalid_scope'));
  });
});
