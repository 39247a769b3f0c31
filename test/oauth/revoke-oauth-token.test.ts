import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { createClient } from '../support/client.ts';
import { connect, oauthApi, refreshFields, type Connection } from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const { baseUrl } = sharedService();
const api = oauthApi(baseUrl);
let workspace: TestWorkspace;
let person: Person;
let browser: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  person = await workspace.person('member', [await workspace.team()]);
  browser = await signedIn({ baseUrl }, workspace, person);
});

const newConnection = () => connect(baseUrl, browser, { resource: `${baseUrl}/api/v1` });

/** Whether the tokens of a connection still count. */
async function counts({ client, accessToken, refreshToken }: Connection): Promise<boolean[]> {
  const answer = await createClient(baseUrl, accessToken).patch(`${workspace.path}/stories/${person.id}`, {
    expectedUpdatedAt: '2026-01-01T00:00:00.000Z',
    title: 'x',
  });
  const refreshed = await api.token(refreshFields(client, refreshToken));
  return [answer.status !== 401, refreshed.status === 200];
}

test.each(['refreshToken', 'accessToken'] as const)('the %s revokes the whole connection', async (which) => {
  const connection = await newConnection();
  const { status, headers } = await api.revoke({
    token: connection[which],
    client_id: connection.client.id,
    token_type_hint: 'access_token',
  });
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(await counts(connection)).toEqual([false, false]);
});

test('once revoked, it can be revoked again; and so can what never was a token', async () => {
  const connection = await newConnection();
  const revoke = (token: string) => api.revoke({ token, client_id: connection.client.id });
  for (const token of [connection.refreshToken, connection.refreshToken, 'x', `plt_ort_${'A'.repeat(91)}`]) {
    expect((await revoke(token)).status).toBe(200);
  }
});

test('another client, or an altered token, revokes nothing', async () => {
  const connection = await newConnection();
  const other = await api.client();
  expect((await api.revoke({ token: connection.refreshToken, client_id: other.id })).status).toBe(200);
  const altered = connection.refreshToken.replace(/.{3}$/, 'AAA');
  expect((await api.revoke({ token: altered, client_id: connection.client.id })).status).toBe(200);
  expect(await counts(connection)).toEqual([true, true]);
});

test('without a token there is nothing to revoke', async () => {
  const { status, json } = await api.revoke({ client_id: 'x' });
  expect([status, json.error]).toEqual([400, 'invalid_request']);
});

test('connections stand on a page, each by itself, and end there', async () => {
  const [kept, ended] = [await newConnection(), await newConnection()];
  const page = await browser.open('/connections');
  const ids = [...page.text.matchAll(/name="connection" value="([^"]+)"/g)].map(([, id]) => id!);
  expect(new Set(ids).size).toBe(ids.length);
  // The newest stands first.
  const after = await browser.submit(page, '/connections', { connection: ids[0]! });
  expect(after.text).toContain('The connection is ended');
  expect(after.text).not.toContain(ids[0]!);
  expect(await counts(ended)).toEqual([false, false]);
  expect(await counts(kept)).toEqual([true, true]);
});

test('what is no connection is a page that says so, however long', async () => {
  const page = await browser.open('/connections');
  for (const connection of ['x'.repeat(2_000), 'x', '']) {
    const { status, text } = await browser.submit(page, '/connections', { connection });
    expect(status).toBe(400);
    expect(text).toContain('There is no such connection');
  }
});

test('nobody sees or ends the connections of somebody else', async () => {
  const connection = await newConnection();
  const [id] = /name="connection" value="([^"]+)"/.exec((await browser.open('/connections')).text)!.slice(1);
  const other = await signedIn({ baseUrl }, workspace, await workspace.person('admin'));
  await connect(baseUrl, other);
  const page = await other.open('/connections');
  expect(page.text).not.toContain(id);
  await other.submit(page, '/connections', { connection: id! });
  expect(await counts(connection)).toEqual([true, true]);
});

test('a user who is removed keeps no way in', async () => {
  const team = await workspace.team();
  const gone = await workspace.person('member', [team]);
  const story = await createStoryAs(gone.client, workspace, { teamId: team.id });
  const theirs = await signedIn({ baseUrl }, workspace, gone);
  const connection = await connect(baseUrl, theirs, { resource: `${baseUrl}/api/v1` });
  const client = createClient(baseUrl, connection.accessToken);
  const patch = { expectedUpdatedAt: story.updatedAt, title: 'Still here' };
  const before = await client.patch(`${workspace.path}/stories/${story.id}`, patch);
  expect(before.status).toBe(200);
  await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, gone.id))!);
  const after = await client.patch(`${workspace.path}/stories/${story.id}`, patch);
  expectRefusal(after, 403, 'workspace_mismatch');
});
