import { beforeAll, describe, expect, test } from 'vitest';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields } from '../support/answers.ts';
import { planningApi, type PlanningApi } from '../support/planning.ts';
import { newKey, newWorkspace, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let plan: PlanningApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  plan = planningApi(workspace, (await workspace.person('member', [team])).client);
});

const update = ({ id, updatedAt }: Sprint, patch: object, headers = {}) =>
  plan.sprints.update(id, { expectedUpdatedAt: updatedAt, ...patch }, headers);

test('an update sets what is sent, clears what is named and leaves the rest unchanged', async () => {
  const { id: objectiveId } = await plan.objective(team);
  const sprint = await plan.sprint(team, { goal: 'Win', objectiveId });
  const { status, json } = await update(sprint, { name: 'Renamed', clearFields: ['goal'] });

  expect(status).toBe(200);
  expect(json.data).toEqual({ ...sprint, name: 'Renamed', goal: null, updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > sprint.updatedAt).toBe(true);
  expect((await plan.sprints.get(sprint.id)).json.data).toEqual(json.data);
});

describe('an update is refused, and changes nothing, with', () => {
  test.each([
    ['an empty patch', {}, ['body'], 'invalid_request'],
    ['an end before the start', { endDate: '2020-01-01T00:00:00Z' }, ['endDate'], 'invalid_request'],
    ['clearing what must be there', { clearFields: ['name'] }, ['clearFields.0'], 'invalid_request'],
    ['another team', { teamId: newKey() }, ['teamId'], 'invalid_request'],
    ['an unknown objective', { objectiveId: newKey() }, ['objectiveId'], 'invalid_reference'],
  ] as const)('%s', async (_, patch, paths, code) => {
    const sprint = await plan.sprint(team);
    expectBadFields(await update(sprint, patch), paths, code);
    expect((await plan.sprints.get(sprint.id)).json.data).toEqual(sprint);
  });
});
