import { beforeAll, describe, expect, test } from 'vitest';
import type { Objective } from '../../shared/planning/objective/objective.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
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

const update = ({ id, updatedAt }: Objective, patch: object, headers = {}) =>
  plan.objectives.update(id, { expectedUpdatedAt: updatedAt, ...patch }, headers);

test('an update sets what is sent, clears what is named and leaves the rest unchanged', async () => {
  const objective = await plan.objective(team, {
    description: 'd',
    leadUserId: member.id,
    health: 'off_track',
    ...span,
  });
  const { json } = await update(objective, {
    name: 'Renamed',
    health: 'on_track',
    clearFields: ['description', 'leadUserId', 'endDate'],
  });
  const { updatedAt } = json.data;
  const cleared = { description: null, leadUserId: null, endDate: null };
  expect(json.data).toEqual({ ...objective, name: 'Renamed', health: 'on_track', ...cleared, updatedAt });
  expect((await plan.objectives.get(objective.id)).json.data).toEqual(json.data);
});

test('health is cleared like any other optional field', async () => {
  const objective = await plan.objective(team, { health: 'off_track' });
  const { status, json } = await update(objective, { clearFields: ['health'] });
  expect(status).toBe(200);
  expect(json.data).toEqual({ ...objective, health: null, updatedAt: json.data.updatedAt });
  expect((await plan.objectives.get(objective.id)).json.data).toEqual(json.data);
});

test('making an objective private hides it from the others at once', async () => {
  const teammate = await workspace.person('member', [team]);
  const objective = await plan.objective(team);
  const theirs = planningApi(workspace, teammate.client).objectives;
  expect((await theirs.get(objective.id)).status).toBe(200);
  await update(objective, { private: true });
  expectRefusal(await theirs.get(objective.id), 404, 'not_found');
});

describe('an update is refused, and changes nothing, with', () => {
  test.each([
    ['an empty patch', {}, ['body'], 'invalid_request'],
    ['null', { endDate: null }, ['endDate'], 'invalid_request'],
    ['an end before the start', { ...span, endDate: '2020-01-01T00:00:00Z' }, ['endDate'], 'invalid_request'],
    ['an unknown status', { statusId: newKey() }, ['statusId'], 'invalid_reference'],
    ['a lead who is not in the team', { leadUserId: newKey() }, ['leadUserId'], 'invalid_reference'],
  ] as const)('%s', async (_, patch, paths, code) => {
    const objective = await plan.objective(team);
    expectBadFields(await update(objective, patch), paths, code);
    expect((await plan.objectives.get(objective.id)).json.data).toEqual(objective);
  });
});
