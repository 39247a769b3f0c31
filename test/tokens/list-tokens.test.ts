import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal, readAll, readPages } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let path: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  path = `${workspace.path}/tokens`;
});

const idsOf = async (memberId?: string): Promise<string[]> =>
  (await readAll(admin.client, path, { memberId })).map(({ id }) => id);

test("the list has the caller's own tokens, or those of a member, newest first, in pages", async () => {
  const { id } = await workspace.person('member');
  const made: string[] = [];
  for (let count = 0; count < 4; count++) made.unshift((await workspace.tokenFor(id)).credential.id);
  const pages = await readPages(admin.client, path, { memberId: id, limit: 2 });

  expect(pages.map((page) => page.length)).toEqual([2, 2, 1]);
  expect(
    pages
      .flat()
      .map((token) => token.id)
      .slice(0, 4),
  ).toEqual(made);
  expect(await idsOf()).toHaveLength(1);
  expect(await idsOf()).toEqual(await idsOf(admin.id));
});

test('the list has revoked and expired tokens too, and no secret or hash of any', async () => {
  const { id } = await workspace.person('member');
  const expired = await workspace.tokenFor(id, { lifetime: -1_000 });
  const revoked = await workspace.tokenFor(id);
  await workspace.operator.revokeToken(revoked.credential);
  const tokens = await readAll(admin.client, path, { memberId: id });

  const byId = new Map(tokens.map((token) => [token.id, token]));
  expect(byId.get(expired.credential.id).expiresAt < new Date().toISOString()).toBe(true);
  expect(byId.get(revoked.credential.id).revokedAt).toEqual(expect.any(String));
  const text = JSON.stringify(tokens);
  for (const { token } of [expired, revoked]) expect(text).not.toContain(token.slice(20));
  const stored = await workspace.operator.listTokens(workspace.id, id);
  expect(stored).toHaveLength(3);
  for (const { hash } of stored) expect(text).not.toContain(hash);
});

test('the list shows of a restriction the teams that the caller is in, and no others', async () => {
  const [open, closed] = [await workspace.team(), await workspace.team({ private: true })];
  const { id } = await workspace.person('member', [open, closed]);
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: open.id, principalId: admin.id });
  const { credential } = await workspace.tokenFor(id, { teamIds: [open.id, closed.id] });
  const tokens = await readAll(admin.client, path, { memberId: id });
  expect(tokens.find((token) => token.id === credential.id).teamRestriction).toEqual([open.id]);
});

test('tokens from before a removal are shown as revoked, once the member is back', async () => {
  const person = await workspace.person('member');
  const { email, name } = (await workspace.operator.getMember(workspace.id, person.id))!;
  await admin.client.delete(`${workspace.path}/members/${person.id}`);
  expectRefusal(await admin.client.get(path, { memberId: person.id }), 404, 'not_found');
  await admin.client.post(`${workspace.path}/members`, { email, name });

  const [old] = await readAll(admin.client, path, { memberId: person.id });
  expect(old.revokedAt).toEqual(expect.any(String));
  expectRefusal(await person.client.get('/api/v1/me'), 401, 'invalid_credential');
  const { credential } = await workspace.tokenFor(person.id);
  const [fresh] = await readAll(admin.client, path, { memberId: person.id });
  expect([fresh.id, fresh.revokedAt]).toEqual([credential.id, null]);
});

test('an unknown member is 404, and a bad query 400', async () => {
  const account = await workspace.serviceAccount();
  const stranger = await (await newWorkspace()).person('member');
  for (const memberId of [account.id, stranger.id, randomUUID()]) {
    expectRefusal(await admin.client.get(path, { memberId }), 404, 'not_found');
  }
  expectBadFields(await admin.client.get(path, { memberId: 'me' }), ['query.memberId']);
  const other = await workspace.person('admin');
  await workspace.tokenFor(admin.id);
  const { json } = await admin.client.get(path, { limit: 1 });
  const cursor = json.meta.nextCursor;
  expectRefusal(await other.client.get(path, { limit: 1, cursor }), 400, 'invalid_cursor');
});

test('members and guests see their own tokens, and no others', async () => {
  for (const role of ['member', 'guest'] as const) {
    const person = await workspace.person(role);
    const { credential } = await workspace.tokenFor(person.id);
    const own = await readAll(person.client, path);
    expect(own.map(({ id }) => id)).toContain(credential.id);
    expect(new Set(own.map(({ principalId }) => principalId))).toEqual(new Set([person.id]));
    expect(await readAll(person.client, path, { memberId: person.id })).toEqual(own);
    for (const memberId of [admin.id, randomUUID()]) {
      expectRefusal(await person.client.get(path, { memberId }), 403, 'insufficient_role');
    }
  }
});
