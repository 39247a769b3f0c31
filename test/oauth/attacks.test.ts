import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { oauthRoutes } from '../../shared/pages/accounts/index.ts';
import { createBrowser, filledFields, signedIn, type Browser } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import {
  authorizeUrl,
  codeFields,
  connect,
  consent,
  getCode,
  newPkce,
  oauthApi,
  refreshFields,
  refusalLink,
  type RegisteredClient,
} from '../support/oauth.ts';
import { newWorkspace, type TestWorkspace } from '../support/workspace.ts';

/** What attackers do to authorization servers (RFC 9700), one by one. Others stand with what they attack. */
let service: ClockedService;
let api: ReturnType<typeof oauthApi>;
let workspace: TestWorkspace;
let victim: Browser;
let attacker: Browser;
let honest: RegisteredClient;
let hostile: RegisteredClient;

beforeAll(async () => {
  service = await startClockedService(oauthRoutes);
  api = oauthApi(service.baseUrl);
  workspace = await newWorkspace();
  victim = await signedIn(service, workspace, await workspace.person('admin'));
  attacker = await signedIn(service, workspace, await workspace.person('member'));
  honest = await api.client('https://honest.example/callback', 'Honest');
  hostile = await api.client('https://hostile.example/callback', 'Hostile');
});
afterAll(() => service.stop());

describe('a PKCE challenge', () => {
  test('cannot be left out of the request and then of the exchange', async () => {
    const url = authorizeUrl(honest, '', { code_challenge: undefined, code_challenge_method: undefined });
    expect(refusalLink(await victim.open(url)).searchParams.get('error')).toBe('invalid_request');
  });

  test('cannot be changed to plain: the challenge is not its own verifier', async () => {
    const { challenge } = newPkce();
    const plain = authorizeUrl(honest, challenge, { code_challenge_method: 'plain' });
    expect(refusalLink(await victim.open(plain)).searchParams.get('error')).toBe('invalid_request');
    const answer = await consent(victim, await victim.open(authorizeUrl(honest, challenge)));
    const { json } = await api.token(codeFields(honest, answer.get('code')!, challenge));
    expect(json.error).toBe('invalid_grant');
  });

  test('cannot be changed between the page and its form', async () => {
    const page = await victim.open(authorizeUrl(honest, newPkce().challenge));
    for (const fields of [{ code_challenge: '' }, { code_challenge_method: 'plain' }]) {
      const shown = await victim.submit(page, '/oauth/authorize', { decision: 'allow', ...fields });
      expect(refusalLink(shown).searchParams.get('error')).toBe('invalid_request');
    }
  });
});

describe('a stolen code', () => {
  test('is worth nothing to another client, or in a session of the honest one', async () => {
    const { code, verifier } = await getCode(victim, honest);
    const own = newPkce().verifier;
    for (const fields of [
      codeFields(hostile, code, own),
      codeFields(honest, code, own),
      { ...codeFields(hostile, code, verifier), redirect_uri: honest.redirectUri },
    ]) {
      expect((await api.token(fields)).json.error).toBe('invalid_grant');
    }
    expect((await api.token(codeFields(honest, code, verifier))).status).toBe(200);
  });

  test('ends its tokens, whether its thief uses it first or last', async () => {
    const { code, verifier } = await getCode(victim, honest);
    const { json } = await api.token(codeFields(honest, code, verifier));
    await api.token(codeFields(hostile, code, newPkce().verifier));
    expect((await api.token(refreshFields(honest, json.refresh_token))).json.error).toBe('invalid_grant');
  });
});

describe('a mixed-up client', () => {
  test('learns from iss which server answered, in success and in error', async () => {
    const unknown = await api.client(honest.redirectUri, 'Honest');
    const page = await victim.open(authorizeUrl(unknown, newPkce().challenge));
    expect((await consent(victim, page)).get('iss')).toBe(service.baseUrl);
    const denied = await victim.submit(page, '/oauth/authorize', { decision: 'deny' });
    expect(refusalLink(denied).searchParams.get('iss')).toBe(service.baseUrl);
    const { json } = await api.register({ redirect_uris: [honest.redirectUri] });
    expect(json.client_id).not.toBe(honest.id);
  });

  test('cannot use its refresh token as another', async () => {
    const { refreshToken } = await connect(service.baseUrl, victim, { client: honest });
    expect((await api.token(refreshFields(hostile, refreshToken))).json.error).toBe('invalid_grant');
  });
});

describe('a redirect after authorization', () => {
  test('leads nowhere but to the client’s own addresses, also when the form is changed', async () => {
    const page = await victim.open(authorizeUrl(honest, newPkce().challenge));
    for (const redirect_uri of [
      hostile.redirectUri,
      `${honest.redirectUri}.evil.example`,
      `${honest.redirectUri}/../../x`,
      'https://honest.example@evil.example/callback',
      '//evil.example',
      'javascript:alert(1)',
      'data:text/html,<script>alert(1)</script>',
      '',
    ]) {
      for (const decision of ['allow', 'deny']) {
        const shown = await victim.submit(page, '/oauth/authorize', { decision, redirect_uri });
        const { headers } = shown;
        const ways = [headers.get('location'), headers.get('refresh')];
        expect([shown.status, ...ways], redirect_uri).toEqual([400, null, null]);
      }
    }
  });

  test('is not given to a visitor who has not signed in, so a link to us sends no one on', async () => {
    const stranger = createBrowser(service.baseUrl);
    const url = authorizeUrl(hostile, newPkce().challenge, { response_type: 'nonsense' });
    expect(new URL((await stranger.open(url)).url).pathname).toBe('/sign-in');
  });

  test('is not given to a person who has signed in but never allowed the client, whatever fails', async () => {
    const failures = [{ response_type: 'nonsense' }, { scope: 'x' }, { prompt: 'none', scope: 'x' }];
    for (const changes of failures) {
      const shown = await victim.open(authorizeUrl(hostile, newPkce().challenge, changes));
      expect([shown.status, new URL(shown.url).origin]).toEqual([400, service.baseUrl]);
      expect(refusalLink(shown).host).toBe('hostile.example');
    }
  });

  test('of a client with a hostile name and state is a link to its own address and nothing else', async () => {
    const client = await api.client(
      'https://hostile.example/callback',
      '</h1><a href="//evil.example">Plotline',
    );
    const changes = { scope: 'x', state: '"><meta http-equiv=refresh content=0;url=//evil.example>' };
    const { text } = await victim.open(authorizeUrl(client, newPkce().challenge, changes));
    expect(text).not.toMatch(/<meta http-equiv|<a href="\/\/evil/);
    expect(text).toContain('&#60;/h1&#62;&#60;a href=');
  });

  test('with a line break in the state splits no header', async () => {
    const state = 'x\r\nSet-Cookie: a=b\r\n\r\n<script>';
    const unknown = await api.client(honest.redirectUri, 'Honest');
    const page = await victim.open(authorizeUrl(unknown, newPkce().challenge, { state }));
    const answer = await victim.submit(page, '/oauth/authorize', { decision: 'deny' });
    expect(answer.headers.get('set-cookie')).toBeNull();
    expect(refusalLink(answer).searchParams.get('state')).toBe(state);
  });
});

describe('consent', () => {
  test('cannot be sent from another site, nor with the token of the attacker’s own page', async () => {
    const url = authorizeUrl(hostile, newPkce().challenge);
    const page = await victim.open(url);
    const form_token = filledFields((await attacker.open(url)).text)['form_token']!;
    for (const forged of [{ form_token: '' }, { form_token }]) {
      const shown = await victim.submit(page, '/oauth/authorize', { decision: 'allow', ...forged });
      expect([shown.status, shown.headers.get('refresh')]).toEqual([403, null]);
    }
  });

  test('cannot be given by a link: a GET only asks', async () => {
    const url = `${authorizeUrl(hostile, newPkce().challenge)}&decision=allow`;
    const shown = await victim.open(url);
    expect([shown.status, shown.headers.get('location')]).toEqual([200, null]);
  });

  test('is requested each time, also for a client that has it', async () => {
    await connect(service.baseUrl, victim, { client: honest });
    const shown = await victim.open(authorizeUrl(honest, newPkce().challenge));
    expect(shown.text).toContain('<bdi>Honest</bdi>');
  });

  test('cannot be given for a person who signed out meanwhile', async () => {
    const browser = await signedIn(service, workspace, await workspace.person('member'));
    const page = await browser.open(authorizeUrl(honest, newPkce().challenge));
    await browser.submit(page, '/sign-out');
    expect((await browser.submit(page, '/oauth/authorize', { decision: 'allow' })).status).toBe(403);
  });

  test('cannot be framed, and loads nothing from other sites', async () => {
    const { headers, text } = await victim.open(authorizeUrl(honest, newPkce().challenge));
    const policy = headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).toContain("form-action 'self';");
    expect(headers.get('x-frame-options')).toBe('DENY');
    expect(text).not.toMatch(/<script|<img(?! src="\/assets\/icon-)|<iframe|\sstyle=|\son\w+=/i);
  });

  test('for a client with a hostile name shows the name and does nothing of it', async () => {
    const name =
      '<script>alert(1)</script>"><img src=x onerror=alert(1)>\u202ePlotline\u0000\n\nis safe &amp; sound';
    const client = await api.client('https://hostile.example/callback', name);
    const { text } = await victim.open(authorizeUrl(client, newPkce().challenge));
    expect(text).not.toMatch(/<script|<img(?! src="\/assets\/icon-)/);
    expect(text).not.toMatch(/[\u202e\u0000]/);
    expect(text).toContain('&#60;script&#62;alert(1)');
    expect(/<bdi>([^<]*)<\/bdi>/.exec(text)![1]!.length).toBeLessThan(500);
    expect(text).toContain('<strong>hostile.example</strong>');
  });

  test('for a client whose name continues our sentence is not confused by it', async () => {
    const name = 'Claude” to use Plotline as you? It is verified by Plotline. “x';
    const client = await api.client('https://hostile.example/callback', name);
    const { text } = await victim.open(authorizeUrl(client, newPkce().challenge));
    expect(text).toContain('<h1>Allow this application to use Plotline on your behalf?</h1>');
    expect(text).toContain(`<p class="claim"><bdi>${name}</bdi></p>`);
  });

  test('for a client with many combining marks in its name covers nothing else', async () => {
    const name = `\u0301Cafe\u0301 Z${'\u0336\u0489'.repeat(100)}algo`;
    const client = await api.client('https://hostile.example/callback', name);
    const { text } = await victim.open(authorizeUrl(client, newPkce().challenge));
    expect(text).toContain('<bdi>Cafe\u0301 Z\u0336\u0489\u0336algo</bdi>');
  });

  test('for a client without a name, or with an invisible one, says so', async () => {
    const blanks = ['\u3164', '\u2800', '\uffa0', '\u115f\u1160', '\u034f', '\u0301\u0336', '\u3000\u00a0'];
    for (const name of ['', ' ', '\u200b\u2060', '\u0000', ...blanks]) {
      const { json } = await api.register({ redirect_uris: ['https://a.example/'], client_name: name });
      const client = { id: json.client_id, redirectUri: 'https://a.example/' };
      const { text } = await victim.open(authorizeUrl(client, newPkce().challenge));
      expect(text).toContain('An unnamed application');
    }
  });
});

test('no line of the log holds a secret, and each step has one', async () => {
  service.logs.length = 0;
  const person = await workspace.person('member');
  const browser = await signedIn(service, workspace, person);
  const client = await api.client();
  const { code, verifier } = await getCode(browser, client);
  const { json } = await api.token(codeFields(client, code, verifier));
  const refreshed = await api.token(refreshFields(client, json.refresh_token));
  await api.revoke({ token: refreshed.json.refresh_token, client_id: client.id });
  const lines = service.logs.map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(lines.map(({ operation, status }) => `${String(operation)} ${String(status)}`)).toEqual([
    'showSignIn 200',
    'signIn 303',
    'showAccount 200',
    'registerClient 201',
    'showConsent 200',
    'decide 200',
    'issueTokens 200',
    'issueTokens 200',
    'revokeOAuthToken 200',
  ]);
  for (const { requestId } of lines) expect(requestId).toMatch(/\S/);
  const connecting = lines.filter(({ operation }) => /Consent|decide|issue/.test(String(operation)));
  for (const { clientId } of connecting) expect(clientId).toBe(client.id);
  const cookies = [...browser.cookies.values()];
  const secrets = [code, verifier, json.access_token, json.refresh_token, refreshed.json.access_token];
  const written = service.logs.join('\n');
  for (const secret of [...secrets, ...cookies, 'seven green apples']) expect(written).not.toContain(secret);
});
