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

test('a revoked token can be revoked again, and so can what never was a token', async () => {
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

test('a request without a token is refused', async () => {
  const { status, json } = await api.revoke({ client_id: 'x' });
  expect([status, json.error]).toEqual([400, 'invalid_request']);
});

const connectionIds = (text: string) =>
  [...text.matchAll(/name="connection" value="([^"]+)"/g)].map(([, id]) => id!);

test('a program that registers again each time is on the page once, and ends there at once', async () => {
  const clientAt = (redirectUri: string, name: string) => api.client(redirectUri, name);
  const own = await signedIn({ baseUrl }, workspace, await workspace.person('member'));
  const connectTo = async (redirectUri: string, name: string, resource = '/api/v1') =>
    await connect(baseUrl, own, {
      client: await clientAt(redirectUri, name),
      resource: `${baseUrl}${resource}`,
    });
  const same = [
    await connectTo('https://once.example/callback', 'Once'),
    await connectTo('https://once.example/callback', 'Once'),
    await connectTo('https://once.example/other', 'Once', '/mcp'),
  ];
  const others = [
    await connectTo('https://once.example.evil.example/callback', 'Once'),
    await connectTo('https://once.example/callback', 'Another'),
  ];
  const device = [
    await connectTo('http://127.0.0.1:4000/callback', 'Once'),
    await connectTo('http://127.0.0.1:5000/callback', 'Once'),
  ];
  const page = await own.open('/connections');
  const rows = page.text.split('<li class="item">').slice(1);
  expect(rows).toHaveLength(4);
  const row = rows.find(
    (text) => text.includes('<bdi>Once</bdi>') && text.includes('At <bdi>once.example</bdi>. Connected'),
  )!;
  const times = [...row.matchAll(/<time datetime="([^"]+)"/g)].map(([, at]) => at!);
  expect(times).toHaveLength(2);
  expect(times[0]! < times[1]!).toBe(true);
  expect(row).toContain('Update stories that you can update');
  expect(row).toContain('See everything you can see');

  const [id] = connectionIds(row);
  const after = await own.submit(page, '/connections', { connection: id! });
  expect(after.text).toContain('The application is disconnected');
  expect(connectionIds(after.text)).toHaveLength(3);
  expect(connectionIds(after.text)).not.toContain(id);
  for (const { client, refreshToken } of same) {
    expect((await api.token(refreshFields(client, refreshToken))).json.error).toBe('invalid_grant');
  }
  for (const connection of [...others, ...device]) expect(await counts(connection)).toEqual([true, true]);
  // Sent again, as by a second click, it finds nothing left to end.
  expect((await own.submit(page, '/connections', { connection: id! })).status).toBe(200);
});

test('an unknown connection is a page that says so, however long its id is', async () => {
  const page = await browser.open('/connections');
  for (const connection of ['x'.repeat(2_000), 'x', '']) {
    const { status, text } = await browser.submit(page, '/connections', { connection });
    expect(status).toBe(400);
    expect(text).toContain('Connection not found');
  }
});

test('no one sees or ends the connections of another person', async () => {
  const connection = await newConnection();
  const [id] = /name="connection" value="([^"]+)"/.exec((await browser.open('/connections')).text)!.slice(1);
  const other = await signedIn({ baseUrl }, workspace, await workspace.person('admin'));
  await connect(baseUrl, other);
  const page = await other.open('/connections');
  expect(page.text).not.toContain(id);
  await other.submit(page, '/connections', { connection: id! });
  expect(await counts(connection)).toEqual([true, true]);
});

test('a user who is removed keeps no access', async () => {
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
