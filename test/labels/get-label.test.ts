import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let guest: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  guest = await workspace.person('guest', [team]);
});

const newLabel = (teamId: string | null, { id: workspaceId, operator } = workspace) =>
  operator.createLabel({ workspaceId, teamId, name: randomUUID(), color: '#123456' });
const get = (id: string, { client } = guest) => client.get(`${workspace.path}/labels/${id}`);

test("a label of the workspace and one of the caller's team are returned, to a guest too", async () => {
  for (const label of [await newLabel(null), await newLabel(team.id)]) {
    const { status, json } = await get(label.id);
    expect([status, json.data]).toEqual([200, label]);
  }
});

test('an archived label is returned, too', async () => {
  const label = await newLabel(null);
  await workspace.operator.archiveLabel(label);

  expect((await get(label.id)).json.data).toMatchObject({ id: label.id, archivedAt: expect.any(String) });
});

test('a label of a team the caller is not in, of another workspace, and an unknown one are 404', async () => {
  const closed = await workspace.team({ private: true });
  const foreign = await newLabel(null, await newWorkspace());
  const restricted = await workspace.clientFor(guest.id, { teamIds: [closed.id] });
  const own = await newLabel(team.id);
  for (const id of [(await newLabel(closed.id)).id, foreign.id, randomUUID()]) {
    expectRefusal(await get(id), 404, 'not_found');
  }
  expectRefusal(await get(own.id, { ...guest, client: restricted }), 404, 'not_found');
  expectBadFields(await get('no-id'), ['path.labelId']);
});
