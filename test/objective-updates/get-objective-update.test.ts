import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newWorkspace } from '../support/workspace.ts';

test('an update is read by those who see its objective, under that objective only', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const plan = planningApi(workspace, (await workspace.person('member', [team])).client);
  const reader = planningApi(workspace, (await workspace.person('guest', [team])).client);
  const [objective, other] = [await plan.objective(team), await plan.objective(team)];
  const update = await plan.updatesOf(objective).write();
  expect((await reader.updatesOf(objective).get(update.id)).json.data).toEqual(update);
  expectRefusal(await plan.updatesOf(other).get(update.id), 404, 'not_found');

  const { updatedAt: expectedUpdatedAt } = (await plan.objectives.get(objective.id)).json.data;
  await plan.objectives.update(objective.id, { expectedUpdatedAt, private: true });
  expectRefusal(await reader.updatesOf(objective).get(update.id), 404, 'not_found');
});
