import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';

test('a deleted objective is gone at once, with its key results', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const plan = planningApi(workspace, (await workspace.person('member', [team])).client);
  const objective = await plan.objective(team);
  const keyResult = await plan.keyResult(objective);
  const headers = { 'idempotency-key': newKey() };

  const gone = { id: objective.id, deleted: true };
  expect((await plan.objectives.delete(objective.id, headers)).json.data).toEqual(gone);
  expect((await plan.objectives.delete(objective.id, headers)).json.data).toEqual(gone);
  expectRefusal(await plan.objectives.delete(objective.id), 404, 'not_found');
  expectRefusal(await plan.objectives.get(objective.id), 404, 'not_found');
  expectRefusal(await plan.keyResults.get(keyResult.id), 404, 'not_found');
  expect((await plan.keyResults.list()).json.data).toEqual([]);
  const another = { objectiveId: objective.id, name: 'x', measurementType: 'boolean' };
  expectBadFields(await plan.keyResults.send(another), ['objectiveId'], 'invalid_reference');
});
