import { beforeAll, expect, test } from 'vitest';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let sprint: Sprint;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  sprint = await planningApi(workspace, member.client).sprint(team);
});

const story = (fields: object = {}) =>
  createStoryAs(member.client, workspace, { teamId: team.id, ...fields });
const named = ({ id: storyId, updatedAt: expectedUpdatedAt }: Story) => ({ storyId, expectedUpdatedAt });
const apply = (stories: object[], to = sprint) =>
  member.client.post(`${workspace.path}/sprints/${to.id}/plan`, { stories });
const read = async ({ id }: Story): Promise<Story> =>
  (await member.client.get(`${workspace.path}/stories/${id}`)).json.data;

test('a sprint plan moves stories into the sprint, also from another sprint, and leaves what is in it', async () => {
  const other = await planningApi(workspace, member.client).sprint(team);
  const [one, two, there] = [
    await story(),
    await story({ sprintId: other.id }),
    await story({ sprintId: sprint.id }),
  ];
  const { status, json } = await apply([named(one), named(two), named(there)]);
  expect([status, json.data.id]).toEqual([200, sprint.id]);
  for (const each of [one, two]) {
    const now = await read(each);
    expect(now).toEqual({ ...each, sprintId: sprint.id, updatedAt: now.updatedAt });
    expect(now.updatedAt > each.updatedAt).toBe(true);
  }
  expect(await read(there)).toEqual(there);
});

test('a sprint plan moves all stories or none: a story that has changed since is a conflict', async () => {
  const [one, two] = [await story(), await story()];
  const refused = expectRefusal(
    await apply([named(one), { ...named(two), expectedUpdatedAt: '2026-01-01T00:00:00.000Z' }]),
    409,
    'version_conflict',
  );
  expect(refused).toMatchObject({ currentUpdatedAt: two.updatedAt, changedFields: ['sprintId'] });
  expect(await read(one)).toEqual(one);
});

test('a sprint plan is refused with stories of other teams, with unknown stories, and with none', async () => {
  const other = await workspace.team();
  const both = await workspace.person('member', [team, other]);
  const foreign = await createStoryAs(both.client, workspace, { teamId: other.id });
  const own = await story();
  const refusal = expectRefusal(await apply([named(own), named(foreign)]), 400, 'invalid_reference');
  expect(refusal.fields).toMatchObject([{ path: 'stories.1.storyId' }]);
  expect(await read(own)).toEqual(own);
  expectBadFields(await apply([]), ['stories']);
  expectBadFields(await apply([named(own), named(own)]), ['stories']);
});
