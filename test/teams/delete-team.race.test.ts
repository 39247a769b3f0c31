import { expect, test } from 'vitest';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';

test('a team is deleted or gets something new, never both', async () => {
  const workspace = await newWorkspace();
  const { client, id: principalId } = await workspace.person('admin');
  const plan = planningApi(workspace, client);
  for (let round = 0; round < 15; round++) {
    const team = await workspace.team();
    await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: team.id, principalId });
    const [deleted, ...made] = await Promise.all([
      client.delete(`${workspace.path}/teams/${team.id}`),
      plan.sprints.send({ teamId: team.id, name: 'x', startDate: team.createdAt, endDate: team.createdAt }),
      plan.objectives.send({ teamId: team.id, name: 'x' }),
      client.post(`${workspace.path}/labels`, { teamId: team.id, name: 'x' }),
    ]);
    const gone = (await client.get(`${workspace.path}/teams/${team.id}`)).status === 404;
    expect(deleted.status === 200).toBe(gone);
    const planned = made.slice(0, 2).filter(({ status }) => status === 201);
    if (gone) expect(planned).toEqual([]);
  }
});
