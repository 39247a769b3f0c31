import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';

test('a key result carries the name that its objective has now', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const [member, leaver] = [
    await workspace.person('member', [team]),
    await workspace.person('member', [team]),
  ];
  const plan = planningApi(workspace, member.client);
  const objective = await plan.objective(team, { name: 'Before' });
  const keyResult = await plan.keyResult(objective);

  await plan.objectives.update(objective.id, { expectedUpdatedAt: objective.updatedAt, name: 'After' });
  expect((await plan.keyResults.get(keyResult.id)).json.data).toEqual({
    ...keyResult,
    objectiveName: 'After',
  });

  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: leaver.id });
  expectRefusal(await planningApi(workspace, leaver.client).keyResults.get(keyResult.id), 404, 'not_found');
});
