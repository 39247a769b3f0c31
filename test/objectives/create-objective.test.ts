import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, readAll } from '../support/answers.ts';
import { planningApi, span, type PlanningApi } from '../support/planning.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let plan: PlanningApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  plan = planningApi(workspace, member.client);
});

const body = (fields: object = {}) => ({ teamId: team.id, name: 'An objective', ...fields });

test('a team and a name are enough', async () => {
  const { status, json } = await plan.objectives.send(body());

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    teamId: team.id,
    sequenceId: 1,
    name: 'An objective',
    description: null,
    shortSummary: null,
    leadUserId: null,
    startDate: null,
    endDate: null,
    private: false,
    statusId: expect.any(String),
    priority: 'none',
    health: null,
    color: '#6366f1',
    createdBy: member.id,
    createdAt: json.data.updatedAt,
    updatedAt: expect.any(String),
    forecastStartDate: null,
    forecastEndDate: null,
    forecastDaysDelta: null,
    scheduleStatus: 'no_schedule',
    keyResultCount: 0,
    storyCounts: { total: 0, backlog: 0, unstarted: 0, started: 0, completed: 0, cancelled: 0 },
  });
  expect((await plan.objectives.get(json.data.id)).json.data).toEqual(json.data);
});

test('every field is stored, a long description too', async () => {
  const fields = {
    description: 'Long. '.repeat(1_000),
    shortSummary: 'In short',
    leadUserId: member.id,
    ...span,
    private: true,
    priority: 'high',
    health: 'at_risk',
    color: '#123456',
  };
  const { json } = await plan.objectives.send(body(fields));
  expect(json.data).toMatchObject(fields);
  const listed = await readAll(member.client, `${workspace.path}/objectives`);
  expect(listed.find(({ id }) => id === json.data.id)).toEqual(json.data);
});

test('objectives are numbered in the workspace, also when many are created at once', async () => {
  const made = await Promise.all(Array.from({ length: 20 }, () => plan.objective(team)));
  expect(new Set(made.map(({ sequenceId }) => sequenceId)).size).toBe(20);
});

describe('an objective is refused, and none is created, with', () => {
  test.each([
    ['a missing name', { name: undefined }, ['name'], 'invalid_request'],
    ['an unknown health', { health: 'Fine' }, ['health'], 'invalid_request'],
    [
      'an end before the start',
      { startDate: span.endDate, endDate: span.startDate },
      ['endDate'],
      'invalid_request',
    ],
    ['what the service works out', { scheduleStatus: 'on_track' }, ['scheduleStatus'], 'invalid_request'],
    ['an unknown status', { statusId: newKey() }, ['statusId'], 'invalid_reference'],
    ['a lead who is not in the team', { leadUserId: newKey() }, ['leadUserId'], 'invalid_reference'],
    ['an unknown team', { teamId: newKey() }, ['teamId'], 'invalid_reference'],
  ] as const)('%s', async (_, fields, paths, code) => {
    const before = await readAll(member.client, `${workspace.path}/objectives`);
    expectBadFields(await plan.objectives.send(body(fields)), paths, code);
    expect(await readAll(member.client, `${workspace.path}/objectives`)).toEqual(before);
  });

  test('a status of stories', async () => {
    const { json } = await member.client.get(`${workspace.path}/statuses`, { teamId: team.id });
    expectBadFields(
      await plan.objectives.send(body({ statusId: json.data[0].id })),
      ['statusId'],
      'invalid_reference',
    );
  });
});
