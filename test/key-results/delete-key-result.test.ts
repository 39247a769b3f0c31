import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

test('a deleted key result is gone and no longer counted', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const plan = planningApi(workspace, (await workspace.person('member', [team])).client);
  const objective = await plan.objective(team);
  const [keyResult, kept] = [await plan.keyResult(objective), await plan.keyResult(objective)];
  const headers = { 'idempotency-key': newKey() };

  const gone = { id: keyResult.id, deleted: true };
  expect((await plan.keyResults.delete(keyResult.id, headers)).json.data).toEqual(gone);
  expect((await plan.keyResults.delete(keyResult.id, headers)).json.data).toEqual(gone);
  expectRefusal(await plan.keyResults.delete(keyResult.id), 404, 'not_found');
  expect((await plan.keyResults.list({ objectiveId: objective.id })).json.data).toEqual([kept]);
  expect((await plan.objectives.get(objective.id)).json.data.keyResultCount).toBe(1);
});
