import { expect, test } from 'vitest';
import { newPrivateObjective } from '../objectives/private.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';

test('the analysis of a sprint is visible to the team alone, and needs both scopes', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const [insider, guest] = [
    await workspace.person('member', [team]),
    await workspace.person('guest', [team]),
  ];
  const sprint = await planningApi(workspace, insider.client).sprint(team);
  const path = `${workspace.path}/sprints/${sprint.id}/analysis`;
  for (const { client } of [insider, guest]) expect((await client.get(path)).status).toBe(200);
  const outsider = await workspace.person('admin');
  expectRefusal(await outsider.client.get(path), 404, 'not_found');
  const elsewhere = await workspace.clientFor(insider.id, { teamIds: [(await workspace.team()).id] });
  expectRefusal(await elsewhere.get(path), 404, 'not_found');
  for (const scope of ['sprints:read', 'stories:read'] as const) {
    const narrow = await workspace.clientFor(insider.id, { scopes: [scope] });
    expectRefusal(await narrow.get(path), 403, 'insufficient_scope');
  }
});

test('private objectives are left out for those who do not see them', async () => {
  const { workspace, team, objective, plan, insiders, outsiders } = await newPrivateObjective();
  const [creator] = insiders;
  const sprint = await plan.sprint(team);
  const statuses = (await creator!.client.get(`${workspace.path}/statuses`, { teamId: team.id })).json.data;
  const { id: statusId } = statuses.find(({ category }: any) => category === 'started');
  const fields = { teamId: team.id, sprintId: sprint.id, objectiveId: objective.id, statusId };
  await createStoryAs(creator!.client, workspace, fields);
  const path = `${workspace.path}/sprints/${sprint.id}/analysis`;
  const groupsOf = async ({ client }: (typeof insiders)[number]) =>
    (await client.get(path)).json.data.groups.map(({ by, id }: any) => `${by} ${id}`);
  const seen = [`team ${team.id}`, 'assignee null'];
  for (const insider of insiders)
    expect(await groupsOf(insider)).toEqual([...seen, `objective ${objective.id}`]);
  expect(await groupsOf(outsiders[0]!)).toEqual(seen);
});
