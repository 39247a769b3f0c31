import { beforeAll, describe, expect, test } from 'vitest';
import type { KeyResult } from '../../shared/planning/key-results/key-result.ts';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { planningApi, type PlanningApi } from '../support/planning.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let plan: PlanningApi;
let objective: Objective;

beforeAll(async () => {
  workspace = await newWorkspace();
  const team = await workspace.team();
  plan = planningApi(workspace, (await workspace.person('member', [team])).client);
  objective = await plan.objective(team);
});

const update = ({ id, updatedAt }: KeyResult, patch: object, headers = {}) =>
  plan.keyResults.update(id, { expectedUpdatedAt: updatedAt, ...patch }, headers);

test('progress is recorded by setting currentValue', async () => {
  const keyResult = await plan.keyResult(objective);
  const { json } = await update(keyResult, { currentValue: 62.5 });
  expect(json.data).toEqual({ ...keyResult, currentValue: 62.5, updatedAt: json.data.updatedAt });
  expect((await plan.keyResults.get(keyResult.id)).json.data).toEqual(json.data);
});

test('the error of a stale version states the current one', async () => {
  const keyResult = await plan.keyResult(objective);
  const { json } = await update(keyResult, { currentValue: 10 });
  const error = expectRefusal(await update(keyResult, { currentValue: 20 }), 409, 'version_conflict');
  expect(error).toMatchObject({ currentUpdatedAt: json.data.updatedAt, changedFields: ['currentValue'] });
});

test('the same key changes a key result once', async () => {
  const keyResult = await plan.keyResult(objective);
  const headers = { 'idempotency-key': newKey() };
  const first = await update(keyResult, { currentValue: 5 }, headers);
  expect((await update(keyResult, { currentValue: 5 }, headers)).json.data).toEqual(first.json.data);
});

describe('an update of a key result is refused, and changes nothing, for', () => {
  test.each([
    ['an empty patch', {}, ['body'], 'invalid_request'],
    ['a percentage above 100', { currentValue: 100.1 }, ['currentValue'], 'invalid_request'],
    ['text', { currentValue: '5' }, ['currentValue'], 'invalid_request'],
    ['another measure', { measurementType: 'number' }, ['measurementType'], 'invalid_request'],
    ['another objective', { objectiveId: newKey() }, ['objectiveId'], 'invalid_request'],
    ['a stranger as lead', { leadUserId: newKey() }, ['leadUserId'], 'invalid_reference'],
  ] as const)('%s', async (_, patch, paths, code) => {
    const keyResult = await plan.keyResult(objective);
    expectBadFields(await update(keyResult, patch), paths, code);
    expect((await plan.keyResults.get(keyResult.id)).json.data).toEqual(keyResult);
  });
});
