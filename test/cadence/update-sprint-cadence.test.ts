import { beforeAll, expect, test } from 'vitest';
import { weekdays } from '../../shared/kernel/core/weekdays.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
/** A day of the week three days ahead, so that no sprint starts while the tests run: that would be one more. */
const startsOn = weekdays[(new Date().getUTCDay() + 2) % 7]!;
const settings = { enabled: true, lengthWeeks: 2, startsOn, timeZone: 'Europe/Berlin' };

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
});

const at = ({ id }: { id: string }) => `${workspace.path}/teams/${id}/sprint-cadence`;
const put = (body: object, of = team, who = member) => who.client.request('PUT', at(of), { body });
/** A team of the member without a cadence. */
async function newTeam(): Promise<Team> {
  const made = await workspace.team();
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: made.id, principalId: member.id });
  return made;
}

test('a team has no cadence until one is set; then its sprints are made', async () => {
  expectRefusal(await member.client.get(at(team)), 404, 'not_found');
  expectRefusal(await put({ ...settings, expectedUpdatedAt: '2026-11-20T00:00:00.000Z' }), 404, 'not_found');
  const { status, json } = await put(settings);
  expect([status, json.data]).toEqual([
    200,
    expect.objectContaining({ ...settings, cooldownDays: 0, upcoming: 2, unfinished: 'roll_over', skip: [] }),
  ]);
  expect((await member.client.get(at(team))).json.data).toEqual(json.data);
  const sprints = async () =>
    (await member.client.get(`${workspace.path}/sprints`, { teamId: team.id })).json.data;
  await expect.poll(sprints).toHaveLength(2);
  expect((await sprints())[0]).toMatchObject({ automationManaged: true, startedAt: null });

  const missing = expectRefusal(await put(settings), 409, 'version_conflict');
  expect(missing).toMatchObject({ currentUpdatedAt: json.data.updatedAt, changedFields: [] });
  const next = await put({ ...settings, upcoming: 1, expectedUpdatedAt: json.data.updatedAt });
  expect(next.json.data).toMatchObject({ upcoming: 1, createdAt: json.data.createdAt });
});

test.each([
  [{ lengthWeeks: 0 }, 'lengthWeeks'],
  [{ lengthWeeks: 9 }, 'lengthWeeks'],
  [{ startsOn: 'someday' }, 'startsOn'],
  [{ timeZone: 'Europe/Nowhere' }, 'timeZone'],
  [{ timeZone: '+01:00' }, 'timeZone'],
  [{ cooldownDays: 15 }, 'cooldownDays'],
  [{ upcoming: 7 }, 'upcoming'],
  [{ unfinished: 'vanish' }, 'unfinished'],
  [{ pausedUntil: 'tomorrow' }, 'pausedUntil'],
  [{ skip: ['2026-02-30'] }, 'skip.0'],
])('a cadence with %j is refused', async (fields, path) => {
  expectBadFields(await put({ ...settings, ...fields }, await newTeam()), [path]);
});

test('a cadence is refused for a team without sprints, and hidden from people who are not in the team', async () => {
  const plain = await newTeam();
  const admin = await workspace.person('admin', [plain]);
  const patch = { expectedUpdatedAt: plain.updatedAt, sprintsEnabled: false };
  const { updatedAt } = (await admin.client.get(`${workspace.path}/teams/${plain.id}`)).json.data;
  await admin.client.patch(`${workspace.path}/teams/${plain.id}`, { ...patch, expectedUpdatedAt: updatedAt });
  expectRefusal(await put(settings, plain), 409, 'conflict');
  expect((await put({ ...settings, enabled: false }, plain)).status).toBe(200);

  const foreign = await workspace.team();
  expectRefusal(await put(settings, foreign), 404, 'not_found');
  expectRefusal(await member.client.get(at(foreign)), 404, 'not_found');
});
