import { beforeAll, describe, expect, test } from 'vitest';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import { expectBadFields } from '../support/answers.ts';
import { planningApi, span, type PlanningApi } from '../support/planning.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let member: Person;
let plan: PlanningApi;
let objective: Objective;

beforeAll(async () => {
  workspace = await newWorkspace();
  const team = await workspace.team();
  member = await workspace.person('member', [team]);
  plan = planningApi(workspace, member.client);
  objective = await plan.objective(team, { name: 'Be liked' });
});

const body = (fields: object = {}) => ({
  objectiveId: objective.id,
  name: 'A key result',
  measurementType: 'percentage',
  ...fields,
});

test('an objective, a name and a measure are enough', async () => {
  const { status, json } = await plan.keyResults.send(body());

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    teamId: objective.teamId,
    objectiveId: objective.id,
    objectiveName: 'Be liked',
    sequenceId: 1,
    name: 'A key result',
    measurementType: 'percentage',
    startValue: 0,
    currentValue: 0,
    targetValue: 100,
    leadUserId: null,
    contributorIds: [],
    startDate: null,
    endDate: null,
    createdBy: member.id,
    createdAt: json.data.updatedAt,
    updatedAt: expect.any(String),
  });
  expect((await plan.keyResults.get(json.data.id)).json.data).toEqual(json.data);
  expect((await plan.objectives.get(objective.id)).json.data.keyResultCount).toBe(1);
});

test('every field is stored; a number may fall as well as rise', async () => {
  const fields = {
    measurementType: 'number',
    startValue: 120.5,
    currentValue: 90,
    targetValue: -3,
    leadUserId: member.id,
    contributorIds: [member.id],
    ...span,
  };
  expect((await plan.keyResults.send(body(fields))).json.data).toMatchObject(fields);
});

test('a boolean goes from 0 to 1', async () => {
  const { json } = await plan.keyResults.send(body({ measurementType: 'boolean' }));
  expect(json.data).toMatchObject({ startValue: 0, currentValue: 0, targetValue: 1 });
});

test('the same key creates one key result, and counts it once', async () => {
  const headers = { 'idempotency-key': newKey() };
  const before = (await plan.objectives.get(objective.id)).json.data.keyResultCount;
  const first = await plan.keyResults.send(body(), headers);
  expect((await plan.keyResults.send(body(), headers)).json.data).toEqual(first.json.data);
  expect((await plan.objectives.get(objective.id)).json.data.keyResultCount).toBe(before + 1);
});

describe('a request to create a key result is refused, and counts nothing, for', () => {
  test.each([
    ['a missing measure', { measurementType: undefined }, ['measurementType'], 'invalid_request'],
    ['a number without a target', { measurementType: 'number' }, ['targetValue'], 'invalid_request'],
    ['a percentage above 100', { targetValue: 101 }, ['targetValue'], 'invalid_request'],
    ['a percentage below 0', { currentValue: -1 }, ['currentValue'], 'invalid_request'],
    [
      'half a boolean',
      { measurementType: 'boolean', currentValue: 0.5 },
      ['currentValue'],
      'invalid_request',
    ],
    ['a target that is the start', { startValue: 40, targetValue: 40 }, ['targetValue'], 'invalid_request'],
    [
      'an end before the start',
      { startDate: span.endDate, endDate: span.startDate },
      ['endDate'],
      'invalid_request',
    ],
    ['an unknown objective', { objectiveId: newKey() }, ['objectiveId'], 'invalid_reference'],
    ['a stranger as lead', { leadUserId: newKey() }, ['leadUserId'], 'invalid_reference'],
    [
      'a stranger among contributors',
      { contributorIds: [newKey()] },
      ['contributorIds.0'],
      'invalid_reference',
    ],
  ] as const)('%s', async (_, fields, paths, code) => {
    const before = (await plan.objectives.get(objective.id)).json.data;
    expectBadFields(await plan.keyResults.send(body(fields)), paths, code);
    expect((await plan.objectives.get(objective.id)).json.data).toEqual(before);
  });
});
