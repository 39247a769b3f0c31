import { expect, test } from 'vitest';
import { expectRefusal, readPages } from '../support/answers.ts';
import { signedIn } from '../support/browser.ts';
import { createClient } from '../support/client.ts';
import { connect, oauthApi } from '../support/oauth.ts';
import { sharedService } from '../support/service.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** The tool of the same name is tested in test/mcp/list-workspaces.test.ts. */
const { baseUrl } = sharedService();
const path = '/api/v1/workspaces';

async function connected(workspace: TestWorkspace, person: Person) {
  const browser = await signedIn({ baseUrl }, workspace, person);
  const connection = await connect(baseUrl, browser, { resource: `${baseUrl}/api/v1` });
  return { ...connection, api: createClient(baseUrl, connection.accessToken) };
}

test('the list has the workspaces of the connected user, the newest first, in pages for them alone', async () => {
  const [first, second] = [await newWorkspace(), await newWorkspace()];
  const person = await first.person('member');
  const [email, name] = [await addressOf(first, person.id), 'The same'];
  const there = await second.operator.addMember({ workspaceId: second.id, email, name, role: 'admin' });
  const { api } = await connected(first, person);
  const pages = await readPages(api, path, { limit: 1 });
  expect(pages.flat()).toEqual([
    { id: second.id, name: second.name, slug: second.slug, role: 'admin', memberId: there.id },
    { id: first.id, name: first.name, slug: first.slug, role: 'member', memberId: person.id },
  ]);
  const { nextCursor } = (await api.get(path, { limit: 1 })).json.meta;
  const other = await connected(first, await first.person('member'));
  expectRefusal(await other.api.get(path, { limit: 1, cursor: nextCursor }), 400, 'invalid_cursor');
});

test('a personal access token lists its own workspace, whatever others its holder is in', async () => {
  const [own, another] = [await newWorkspace(), await newWorkspace()];
  const person = await own.person('guest');
  const [email, name] = [await addressOf(own, person.id), 'The same'];
  await another.operator.addMember({ workspaceId: another.id, email, name, role: 'admin' });
  const { json } = await person.client.get(path);
  expect(json).toEqual({
    data: [{ id: own.id, name: own.name, slug: own.slug, role: 'guest', memberId: person.id }],
    meta: { hasMore: false, nextCursor: null },
  });
});

test('a service account is shown its own workspace, without a role', async () => {
  const { id, name, slug, ...workspace } = await newWorkspace();
  const account = await workspace.serviceAccount();
  const { json } = await account.client.get(path);
  expect(json.data).toEqual([{ id, name, slug, role: null, memberId: account.id }]);
});

test('a client whose connection was revoked is refused', async () => {
  const workspace = await newWorkspace();
  const connection = await connected(workspace, await workspace.person('member'));
  expect((await connection.api.get(path)).status).toBe(200);
  await oauthApi(baseUrl).revoke({ token: connection.refreshToken, client_id: connection.client.id });
  expectRefusal(await connection.api.get(path), 401, 'invalid_credential');
});
