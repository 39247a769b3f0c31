import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';

test('a sprint is shown to the members of its team, as long as they are in it', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const [member, leaver] = [
    await workspace.person('guest', [team]),
    await workspace.person('member', [team]),
  ];
  const sprint = await planningApi(workspace, leaver.client).sprint(team);
  const readAs = (client: typeof member.client) => planningApi(workspace, client).sprints.get(sprint.id);

  expect((await readAs(member.client)).json.data).toEqual(sprint);
  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: leaver.id });
  expectRefusal(await readAs(leaver.client), 404, 'not_found');
});
