import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { oauthRoutes } from '../../shared/pages/accounts/index.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { connect, oauthApi, refreshFields, type Connection } from '../support/oauth.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

let service: ClockedService;
let api: ReturnType<typeof oauthApi>;
let browser: Browser;
let connection: Connection;

beforeAll(async () => {
  service = await startClockedService(oauthRoutes);
  api = oauthApi(service.baseUrl);
  const workspace = await newWorkspace();
  browser = await signedIn(service, workspace, await workspace.person('member'));
});
afterAll(() => service.stop());
beforeEach(async () => {
  service.now = new Date();
  connection = await connect(service.baseUrl, browser);
});

const refresh = (refreshToken: string, changes: Record<string, string> = {}) =>
  api.token({ ...refreshFields(connection.client, refreshToken), ...changes });

async function refreshed(refreshToken: string): Promise<string> {
  const { status, json } = await refresh(refreshToken);
  expect([status, json.expires_in, json.scope]).toEqual([200, 900, 'mcp:access']);
  return json.refresh_token;
}

async function expectRefused(refreshToken: string): Promise<void> {
  const { status, json } = await refresh(refreshToken);
  expect([status, json.error]).toEqual([400, 'invalid_grant']);
}

describe('a refresh token', () => {
  test('is replaced each time, and each new one works', async () => {
    const first = connection.refreshToken;
    const second = await refreshed(first);
    const third = await refreshed(second);
    expect(new Set([first, second, third]).size).toBe(3);
  });

  test('sent again within half a minute returns the same new one, however often', async () => {
    const next = await refreshed(connection.refreshToken);
    service.pass(30_000);
    expect(await refreshed(connection.refreshToken)).toBe(next);
    expect(await refreshed(connection.refreshToken)).toBe(next);
    await refreshed(next);
  });

  test('sent again after half a minute ends the connection, the new one too', async () => {
    const next = await refreshed(connection.refreshToken);
    service.pass(30_001);
    await expectRefused(connection.refreshToken);
    await expectRefused(next);
  });

  test('of two turns ago ends the connection at once', async () => {
    const second = await refreshed(connection.refreshToken);
    const third = await refreshed(second);
    await expectRefused(connection.refreshToken);
    await expectRefused(third);
  });

  test('sent twenty times at once is replaced once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => refreshed(connection.refreshToken)));
    expect(new Set(answers).size).toBe(1);
    await refreshed(answers[0]!);
  });

  test('of one session of a client is worth nothing to another one: both stay connected', async () => {
    const other = await connect(service.baseUrl, browser, { client: connection.client });
    const [mine, theirs] = await Promise.all([
      refreshed(connection.refreshToken),
      refreshed(other.refreshToken),
    ]);
    const [, further] = await Promise.all([refreshed(mine), refreshed(theirs)]);
    await expectRefused(connection.refreshToken);
    await expectRefused(mine);
    await refreshed(further);
  });

  test('is valid for 90 days after its last use', async () => {
    const day = 24 * 60 * 60_000;
    service.pass(90 * day - 1);
    const next = await refreshed(connection.refreshToken);
    service.pass(90 * day);
    await expectRefused(next);
  });

  test('is valid for its own client alone', async () => {
    const other = await api.client();
    const { status, json } = await refresh(connection.refreshToken, { client_id: other.id });
    expect([status, json.error]).toEqual([400, 'invalid_grant']);
    await refreshed(connection.refreshToken);
  });

  test('of a client that is no longer registered says so, so that the client registers again', async () => {
    const unknown = { ...refreshFields(connection.client, connection.refreshToken), client_id: newKey() };
    for (const fields of [unknown, { ...unknown, refresh_token: 'plt_ref_none' }]) {
      const { status, json, headers } = await api.token(fields);
      expect([status, json.error]).toEqual([401, 'invalid_client']);
      expect(headers.get('www-authenticate')).toMatch(/^Basic /);
      expect(json.error_description).toContain('register it again');
    }
    // A client that is registered does not have to register for a token that is wrong.
    expect((await refresh('plt_ref_none')).json.error).toBe('invalid_grant');
    await refreshed(connection.refreshToken);
  });

  test('is valid for its own resource and scope alone', async () => {
    const cases = [
      [{ resource: `${service.baseUrl}/api/v1` }, 'invalid_target'],
      [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
      [{ scope: 'stories:write' }, 'invalid_scope'],
      [{ scope: 'mcp:access stories:write' }, 'invalid_scope'],
      [{ scope: 'mcp:access everything' }, 'invalid_scope'],
    ] as const;
    for (const [changes, error] of cases) {
      const { status, json } = await refresh(connection.refreshToken, changes);
      expect([status, json.error]).toEqual([400, error]);
    }
    const fitting = { resource: `${service.baseUrl}/mcp`, scope: 'mcp:access' };
    expect((await refresh(connection.refreshToken, fitting)).status).toBe(200);
  });

  test('that was altered is refused, and ends nothing', async () => {
    const { refreshToken } = connection;
    const bytes = Buffer.from(refreshToken.slice('plt_ort_'.length), 'base64url');
    for (let position = 0; position < bytes.length; position += 3) {
      const altered = Buffer.from(bytes);
      altered[position]! ^= 1;
      await expectRefused(`plt_ort_${altered.toString('base64url')}`);
    }
    for (const text of ['x', refreshToken.slice(0, -1), `${refreshToken}A`, connection.accessToken]) {
      await expectRefused(text);
    }
    await refreshed(refreshToken);
  });
});
