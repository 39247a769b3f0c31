import * as oauth from 'oauth4webapi';
import { beforeAll, describe, expect, test } from 'vitest';
import { signedIn, type Browser } from '../support/browser.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** The whole flow by a client library that is not ours and that checks every answer against the RFCs. */
const { baseUrl } = sharedService();
const insecure = { [oauth.allowInsecureRequests]: true };
const redirectUri = 'http://127.0.0.1:8123/callback';
const resource = `${baseUrl}/api/v1`;
let workspace: TestWorkspace;
let person: Person;
let browser: Browser;
let server: oauth.AuthorizationServer;
let client: oauth.Client;

beforeAll(async () => {
  workspace = await newWorkspace();
  person = await workspace.person('member', [await workspace.team()]);
  browser = await signedIn({ baseUrl }, workspace, person);

  const [teamId] = (await workspace.operator.getMember(workspace.id, person.id))!.teamIds;
  const story = await createStoryAs(person.client, workspace, { teamId });
  const refusal = await fetch(`${baseUrl}${workspace.path}/stories/${story.id}`, {
    method: 'PATCH',
    headers: { authorization: 'Bearer a.b.c', 'content-type': 'application/json' },
    body: '{}',
  });
  const [, metadataUrl] = /resource_metadata="([^"]+)"/.exec(refusal.headers.get('www-authenticate')!)!;
  const { authorization_servers: servers } = await oauth.processResourceDiscoveryResponse(
    new URL(resource),
    await fetch(metadataUrl!),
  );
  const issuer = new URL(servers![0]!);
  const found = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...insecure });
  server = await oauth.processDiscoveryResponse(issuer, found);
  const registered = await oauth.dynamicClientRegistrationRequest(
    server,
    { client_name: 'oauth4webapi', redirect_uris: [redirectUri], token_endpoint_auth_method: 'none' },
    insecure,
  );
  client = await oauth.processDynamicClientRegistrationResponse(registered);
});

async function authorize(verifier: string, state: string): Promise<URL> {
  const url = new URL(server.authorization_endpoint!);
  url.search = new URLSearchParams({
    client_id: client.client_id,
    redirect_uri: redirectUri,
    response_type: 'code',
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope: 'stories:write',
    resource,
    state,
  }).toString();
  const page = await browser.open(url.href);
  return new URL((await browser.submit(page, '/oauth/authorize', { decision: 'allow' })).url);
}

async function connect() {
  const verifier = oauth.generateRandomCodeVerifier();
  const state = oauth.generateRandomState();
  const callback = oauth.validateAuthResponse(server, client, await authorize(verifier, state), state);
  return { verifier, callback };
}

const exchange = ({ verifier, callback }: Awaited<ReturnType<typeof connect>>) =>
  oauth.authorizationCodeGrantRequest(server, client, oauth.None(), callback, redirectUri, verifier, {
    additionalParameters: { resource },
    ...insecure,
  });

const tokensOf = async (answer: Response) =>
  await oauth.processAuthorizationCodeResponse(server, client, answer);

const refresh = async (token: string) =>
  await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), token, insecure),
  );

async function update(accessToken: string): Promise<number> {
  const { status } = await createClient(baseUrl, accessToken).patch(
    `${workspace.path}/stories/${person.id}`,
    { expectedUpdatedAt: '2026-01-01T00:00:00.000Z', title: 'x' },
  );
  return status;
}

describe('the client library oauth4webapi', () => {
  test('finds everything from a 401, registers, and gets tokens that work', async () => {
    const tokens = await tokensOf(await exchange(await connect()));
    expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 900, scope: 'stories:write' });
    expect(await update(tokens.access_token)).toBe(404);
  });

  test('refreshes again and again', async () => {
    let { refresh_token: token } = await tokensOf(await exchange(await connect()));
    for (let turn = 0; turn < 3; turn++) {
      const tokens = await refresh(token!);
      expect(await update(tokens.access_token)).toBe(404);
      expect(tokens.refresh_token).not.toBe(token);
      token = tokens.refresh_token;
    }
  });

  test('is refused when it uses a refresh token of two turns ago, which disconnects it', async () => {
    const { refresh_token: first } = await tokensOf(await exchange(await connect()));
    const second = await refresh(first!);
    const third = await refresh(second.refresh_token!);
    await expect(refresh(first!)).rejects.toMatchObject({ error: 'invalid_grant', status: 400 });
    await expect(refresh(third.refresh_token!)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await update(third.access_token)).toBe(401);
  });

  test('is refused when it uses a code twice', async () => {
    const connection = await connect();
    const tokens = await tokensOf(await exchange(connection));
    await expect(exchange(connection).then(tokensOf)).rejects.toMatchObject({ error: 'invalid_grant' });
    expect(await update(tokens.access_token)).toBe(401);
  });

  test('notices an answer by another server, or without the name of any', async () => {
    const state = oauth.generateRandomState();
    const answer = await authorize(oauth.generateRandomCodeVerifier(), state);
    expect(answer.searchParams.get('iss')).toBe(server.issuer);
    for (const issuer of ['https://evil.example', `${server.issuer}/`, null]) {
      const mixedUp = new URL(answer);
      if (issuer === null) mixedUp.searchParams.delete('iss');
      else mixedUp.searchParams.set('iss', issuer);
      expect(() => oauth.validateAuthResponse(server, client, mixedUp, state)).toThrow(/iss/);
    }
    expect(() => oauth.validateAuthResponse(server, client, answer, 'another state')).toThrow(/state/);
  });

  test('revokes a connection', async () => {
    const tokens = await tokensOf(await exchange(await connect()));
    const answer = await oauth.revocationRequest(
      server,
      client,
      oauth.None(),
      tokens.refresh_token!,
      insecure,
    );
    await oauth.processRevocationResponse(answer);
    expect(await update(tokens.access_token)).toBe(401);
  });

  test('receives the reason when the user does not allow it', async () => {
    const state = oauth.generateRandomState();
    const challenge = await oauth.calculatePKCECodeChallenge(oauth.generateRandomCodeVerifier());
    const query = new URLSearchParams({
      client_id: client.client_id,
      redirect_uri: redirectUri,
      response_type: 'code',
      state,
      code_challenge: challenge,
      code_challenge_method: 'S256',
    });
    const page = await browser.open(`${server.authorization_endpoint}?${query.toString()}`);
    const { url } = await browser.submit(page, '/oauth/authorize', { decision: 'deny' });
    expect(() => oauth.validateAuthResponse(server, client, new URL(url), state)).toThrow(
      expect.objectContaining({ error: 'access_denied' }),
    );
  });
});
