import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Shown } from '../support/browser.ts';
import {
  authorizeUrl,
  connect,
  consent,
  newPkce,
  refusalLink,
  type RegisteredClient,
} from '../support/oauth.ts';
import { startAuthorization } from './authorization.ts';

const { service, workspace, browser, client, api } = await startAuthorization();
afterAll(() => service.stop());

const urlWith = (changes: Record<string, string | undefined> = {}) =>
  authorizeUrl(client, newPkce().challenge, changes);

/** A page that sends nobody anywhere: what it says, and the parameters that its link would send to the client. */
async function refusalOf(shown: Promise<Shown>): Promise<{ text: string; parameters: object; link: URL }> {
  const page = await shown;
  const link = refusalLink(page);
  expect(new URL(page.url).origin).toBe(service.baseUrl);
  return { text: page.text, link, parameters: Object.fromEntries(link.searchParams) };
}

const parametersOf = (error: string) => ({
  error,
  error_description: expect.any(String),
  state: 'a state',
  iss: service.baseUrl,
});

describe('a person who does not allow a client', () => {
  test.each(['deny', '', 'ALLOW'])('is shown so after %j, with a link to the client', async (decision) => {
    const page = await browser.open(urlWith());
    const shown = browser.submit(page, '/oauth/authorize', { decision });
    const { text, parameters } = await refusalOf(shown);
    expect(parameters).toEqual(parametersOf('access_denied'));
    expect(text).toContain('It was not granted access');
  });

  test('sends away a program on the device, which waits for it, and one that is allowed already', async () => {
    const onDevice = await api.client('http://127.0.0.1:4000/callback');
    const allowed = await api.client();
    await connect(service.baseUrl, browser, { client: allowed });
    for (const one of [onDevice, allowed]) {
      const page = await browser.open(authorizeUrl(one, newPkce().challenge));
      expect(Object.fromEntries(await consent(browser, page, { decision: 'deny' }))).toEqual(
        parametersOf('access_denied'),
      );
    }
  });
});

const mistakes: [string, Record<string, string | undefined>, string][] = [
  ['no response type', { response_type: undefined }, 'invalid_request'],
  ['the implicit flow', { response_type: 'token' }, 'unsupported_response_type'],
  ['another response mode', { response_mode: 'fragment' }, 'invalid_request'],
  ['no challenge', { code_challenge: undefined }, 'invalid_request'],
  ['no challenge method', { code_challenge_method: undefined }, 'invalid_request'],
  ['the plain method', { code_challenge_method: 'plain' }, 'invalid_request'],
  ['a short challenge', { code_challenge: 'short' }, 'invalid_request'],
  ['a foreign resource', { resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
  ['an unknown scope', { scope: 'admin' }, 'invalid_scope'],
];

describe('a client without any consent of the person is shown as a link, not redirected to:', () => {
  test.each(mistakes)('%s', async (_, changes, error) => {
    const { text, parameters, link } = await refusalOf(browser.open(urlWith(changes)));
    expect(link.origin + link.pathname).toBe('https://client.example/callback');
    expect(parameters).toEqual(parametersOf(error));
    expect(text).toContain(`(${error})`);
    expect(text).toContain('<bdi>A client</bdi>');
    expect(text).toContain('<strong>client.example</strong>');
  });

  test('one on the device, after a wrong request', async () => {
    const onDevice = await api.client('http://127.0.0.1:4000/callback');
    const url = authorizeUrl(onDevice, newPkce().challenge, { scope: 'admin' });
    expect((await refusalOf(browser.open(url))).parameters).toEqual(parametersOf('invalid_scope'));
  });

  test('one that was allowed at another host, or by another person, or is disconnected', async () => {
    const { json } = await api.register({
      redirect_uris: ['https://good.example/callback', 'https://evil.example/callback'],
    });
    const good = { id: json.client_id as string, redirectUri: 'https://good.example/callback' };
    const evil = { ...good, redirectUri: 'https://evil.example/callback' };
    await connect(service.baseUrl, browser, { client: good });
    const wrong = (one: RegisteredClient) => authorizeUrl(one, newPkce().challenge, { scope: 'admin' });
    expect((await browser.open(wrong(good))).status).toBe(303);
    expect((await refusalOf(browser.open(wrong(evil)))).parameters).toEqual(parametersOf('invalid_scope'));
    const other = await signedIn(service, workspace, await workspace.person('member'));
    expect((await refusalOf(other.open(wrong(good)))).parameters).toEqual(parametersOf('invalid_scope'));
    const page = await browser.open('/connections');
    const row = page.text
      .split('<li class="item">')
      .find((text) => text.includes('At <bdi>good.example</bdi>.'))!;
    const [, connection] = /name="connection" value="([^"]+)"/.exec(row)!;
    await browser.submit(page, '/connections', { connection: connection! });
    expect((await refusalOf(browser.open(wrong(good)))).parameters).toEqual(parametersOf('invalid_scope'));
  });
});

describe('a client with a consent of the person receives the error of its request:', () => {
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
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual(parametersOf(error));
  });
});

describe('a repeated parameter', () => {
  test.each([
    ['state', 'invalid_request'],
    ['scope', 'invalid_request'],
    ['code_challenge', 'invalid_request'],
    ['resource', 'invalid_target'],
  ])('is reported to the client: %s', async (name, error) => {
    const resource = `${service.baseUrl}/mcp`;
    const asked = urlWith({ resource, scope: 'mcp:access' });
    const { parameters } = await refusalOf(browser.open(`${asked}&${name}=x`));
    expect(parameters).toEqual(parametersOf(error));
  });

  test('that has no meaning here ends nothing', async () => {
    const page = await browser.open(`${urlWith()}&prompt=login&prompt=consent`);
    expect((await consent(browser, page)).get('code')).toMatch(/^[\w-]{43}$/);
  });
});

describe('the person sees the error, and is not redirected:', () => {
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

  test.each(['client_id', 'redirect_uri'])('a repeated %s', async (name) => {
    const { status, headers, text } = await browser.open(`${urlWith()}&${name}=x`);
    expect([status, headers.get('location')]).toEqual([400, null]);
    expect(text).toContain(`${name} must not be repeated`);
  });
});

test('a request with scopes of the other resource alone is refused', async () => {
  const url = urlWith({ resource: `${service.baseUrl}/mcp`, scope: 'stories:write' });
  expect((await refusalOf(browser.open(url))).parameters).toEqual(parametersOf('invalid_scope'));
});
