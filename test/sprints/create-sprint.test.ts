import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, readAll } from '../support/answers.ts';
import { nextSprintName, planningApi, span, type PlanningApi } from '../support/planning.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let other: Team;
let member: Person;
let plan: PlanningApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, other] = [await workspace.team(), await workspace.team()];
  member = await workspace.person('member', [team, other]);
  plan = planningApi(workspace, member.client);
});

const body = (fields: object = {}) => ({
  teamId: team.id,
  name: nextSprintName(team.id),
  ...span,
  ...fields,
});
const all = () => readAll(member.client, `${workspace.path}/sprints`);

test('a team, a name and a span are enough', async () => {
  const { status, json } = await plan.sprints.send(body({ name: 'A sprint of two weeks' }));

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    teamId: team.id,
    objectiveId: null,
    name: 'A sprint of two weeks',
    goal: null,
    ...span,
    automationManaged: false,
    startedAt: null,
    closedAt: null,
    timeZone: 'UTC',
    storyCounts: { total: 0, backlog: 0, unstarted: 0, started: 0, completed: 0, cancelled: 0 },
    createdAt: json.data.updatedAt,
    updatedAt: expect.any(String),
  });
  expect((await plan.sprints.get(json.data.id)).json.data).toEqual(json.data);
});

test('every field is stored, dates in UTC', async () => {
  const { id: objectiveId } = await plan.objective(team);
  const fields = { goal: 'Ship it 🚢\nand rest', objectiveId, startDate: '2026-11-01T02:00:00+02:00' };
  const { json } = await plan.sprints.send(body(fields));
  expect(json.data).toMatchObject({ ...fields, startDate: '2026-11-01T00:00:00.000Z' });
});

describe('a sprint is refused, and none is created, with', () => {
  test.each([
    ['a missing name', { name: undefined }, ['name']],
    ['a missing span', { startDate: undefined, endDate: undefined }, ['startDate', 'endDate']],
    ['an end before the start', { endDate: '2026-11-01T00:00:00.000Z' }, ['endDate']],
    ['an unknown field', { automationManaged: true }, ['automationManaged']],
    ['null', { goal: null }, ['goal']],
  ])('%s', async (_, fields, paths) => {
    const before = await all();
    expectBadFields(await plan.sprints.send(body(fields)), paths);
    expect(await all()).toEqual(before);
  });

  test('a team or an objective that does not fit, in the same words as one that does not exist', async () => {
    const closed = await workspace.team();
    const { id: elsewhere } = await plan.objective(other);
    const before = await all();
    expectBadFields(await plan.sprints.send(body({ teamId: closed.id })), ['teamId'], 'invalid_reference');
    for (const objectiveId of [elsewhere, newKey()]) {
      expectBadFields(await plan.sprints.send(body({ objectiveId })), ['objectiveId'], 'invalid_reference');
    }
    expect(await all()).toEqual(before);
  });

  test('a team that does not use sprints', async () => {
    const still = await workspace.operator.createTeam({
      workspaceId: workspace.id,
      name: 'No sprints',
      code: 'NOSPR',
      color: '#000000',
      private: false,
      sprintsEnabled: false,
      estimateScheme: 'points',
    });
    await workspace.operator.joinTeam({
      workspaceId: workspace.id,
      teamId: still.id,
      principalId: member.id,
    });
    expectRefusal(await plan.sprints.send(body({ teamId: still.id })), 409, 'conflict');
  });
});
