import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { commit } from '../../shared/kernel/db/write.ts';
import { authorOf } from '../../shared/feedback/items/author.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
});

const get = (id: string, { client } = member) => client.get(`${workspace.path}/principals/${id}`);

const remove = async (id: string) =>
  workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, id))!);

test('the reporter of a story, a person or a program, has a name', async () => {
  const account = await workspace.serviceAccount([team]);
  for (const [{ client, id }, kind, name] of [
    [member, 'user', 'A member'],
    [account, 'service_account', 'A program'],
  ] as const) {
    const { reporterId } = await createStoryAs(client, workspace, { teamId: team.id });
    expect(reporterId).toBe(id);
    const { status, json } = await get(reporterId);
    expect([status, json.data]).toEqual([200, { id, kind, name, avatarUrl: null }]);
  }
});

test('a principal is returned after they were removed or deleted, too', async () => {
  const admin = await workspace.person('admin', [team]);
  const gone = await workspace.person('admin', [team]);
  const account = await workspace.serviceAccount([team]);
  await remove(gone.id);
  const deleted = await admin.client.delete(`${workspace.path}/service-accounts/${account.id}`);
  expect(deleted.status).toBe(200);
  expect((await get(gone.id)).json.data).toMatchObject({ kind: 'user', name: 'A admin' });
  expect((await get(account.id)).json.data).toMatchObject({ kind: 'service_account', name: 'A program' });
});

test('a visitor has the name that they go by now, for callers who read portals', async () => {
  const other = await newWorkspace();
  const { userId } = await other.person('member');
  const post = { kind: 'item', id: randomUUID() } as const;
  const read = createReader(workspace.database);
  const visiting = { userId, workspaceId: workspace.id, portalId: randomUUID() };
  const { author, changes } = await authorOf(read, { ...visiting, post }, new Date());
  expect(author.authorKind).toBe('visitor');
  await commit(workspace.database, changes);
  const expected = { id: author.authorId, kind: 'visitor', name: 'Someone', avatarUrl: null };
  expect((await get(author.authorId)).json.data).toEqual(expected);
  expectRefusal(await get(author.authorId, await workspace.person('guest', [team])), 404, 'not_found');
  const elsewhere = await (
    await other.person('admin')
  ).client.get(`${other.path}/principals/${author.authorId}`);
  expectRefusal(elsewhere, 404, 'not_found');
});

test('a guest sees their own entry, those of people in a team with them, and of people who are gone', async () => {
  const guest = await workspace.person('guest', [team]);
  const apart = await workspace.team();
  const other = await workspace.person('member', [apart]);
  for (const id of [guest.id, member.id]) expect((await get(id, guest)).status).toBe(200);
  const account = await workspace.serviceAccount([apart]);
  for (const id of [other.id, account.id]) expectRefusal(await get(id, guest), 404, 'not_found');
  await remove(other.id);
  expect((await get(other.id, guest)).status).toBe(200);
});

test('no address is returned, and people elsewhere and unknown ids are 404', async () => {
  expect((await get(member.id)).text).not.toContain('@');
  const stranger = await (await newWorkspace()).person('member');
  for (const id of [stranger.id, randomUUID()]) expectRefusal(await get(id), 404, 'not_found');
  expectBadFields(await get('no-id'), ['path.principalId']);
});
