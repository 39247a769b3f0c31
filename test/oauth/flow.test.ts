import { beforeAll, expect, test } from 'vitest';
import { signedIn, type Browser } from '../support/browser.ts';
import { authorizeUrl, codeFields, connect, consent, newPkce, oauthApi } from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

const service = sharedService();
const api = oauthApi(service.baseUrl);
let browser: Browser;

beforeAll(async () => {
  const workspace = await newWorkspace();
  browser = await signedIn(service, workspace, await workspace.person('member'));
});

test('a client that registers, asks and is allowed gets tokens', async () => {
  const client = await api.client();
  const { verifier, challenge } = newPkce();
  const page = await browser.open(authorizeUrl(client, challenge));
  expect(page.text).toContain('A client');
  const answer = await consent(browser, page);
  expect([answer.get('state'), answer.get('iss')]).toEqual(['a state', service.baseUrl]);
  const { status, json, headers } = await api.token(codeFields(client, answer.get('code')!, verifier));
  expect([status, json]).toEqual([
    200,
    {
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      refresh_token: expect.stringMatching(/^plt_ort_/),
      scope: 'mcp:access',
    },
  ]);
  expect(headers.get('cache-control')).toBe('no-store');
  const connection = await connect(service.baseUrl, browser);
  expect(connection.accessToken).not.toBe(json.access_token);
});
