import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { relationApi } from '../relations/relation-api.ts';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { viewApi } from './view-api.ts';

let workspace: TestWorkspace;
let team: Team;
let other: Team;
let member: Person;
let stories: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, other] = [await workspace.team(), await workspace.team()];
  member = await workspace.person('member', [team, other]);
  stories = storyApi(workspace, member.client);
});

const api = () => viewApi(workspace, member.client);
const titles = (answer: { json: { data: Story[] } }) => answer.json.data.map(({ title }) => title);

test('a view has the stories that its filter finds, in its order, with what is included', async () => {
  const make = (title: string, fields: object) => stories.create({ teamId: team.id, title, ...fields });
  const urgent = await make('Urgent', { priority: 'urgent', estimateValue: 3 });
  await make('High', { priority: 'high', estimateValue: 1 });
  const low = await make('Low', { priority: 'low', estimateValue: 2 });
  await stories.create({ teamId: other.id, title: 'Elsewhere', priority: 'high', estimateValue: 8 });
  await relationApi(workspace, member.client).relate(low, 'blocks', urgent);

  const shared = { visibility: 'team', teamId: team.id };
  const ordered = await api().create({ ...shared, filter: 'priority:high,urgent', sort: '-estimateValue' });
  const run =
    (id: string, query = {}) =>
    async () =>
      titles(await api().stories(id, query));
  await expect.poll(run(ordered.id)).toEqual(['Urgent', 'High']);
  const everywhere = await api().create({ filter: 'priority:high', sort: '-estimateValue' });
  await expect.poll(run(everywhere.id)).toEqual(['Elsewhere', 'High']);
  const blocked = await api().create({ ...shared, filter: 'is:blocked' });
  await expect.poll(run(blocked.id)).toEqual(['Urgent']);
  const { included } = (await api().stories(blocked.id, { include: 'blockedBy' })).json;
  expect(included.blockedBy).toMatchObject([{ storyId: urgent.id, id: low.id }]);
  const all = await api().create(shared);
  expect(titles(await api().stories(all.id))).toEqual(['Low', 'High', 'Urgent']);
});

test('pages go on until the view is changed', async () => {
  const own = await workspace.team();
  const { client } = await workspace.person('member', [own]);
  const [views, made] = [viewApi(workspace, client), storyApi(workspace, client)];
  for (const title of ['One', 'Two', 'Three']) await made.create({ teamId: own.id, title });
  const view = await views.create({ sort: '-createdAt' });
  await expect.poll(async () => titles(await views.stories(view.id)).length).toBe(3);
  const first = await views.stories(view.id, { limit: 2 });
  expect(titles(first)).toEqual(['Three', 'Two']);
  const cursor: string = first.json.meta.nextCursor;
  expect(titles(await views.stories(view.id, { limit: 2, cursor }))).toEqual(['One']);
  await views.update(view.id, { expectedUpdatedAt: view.updatedAt, sort: 'createdAt' });
  expectRefusal(await views.stories(view.id, { limit: 2, cursor }), 400, 'invalid_cursor');
});

test('a view that could not be run is refused when it is saved', async () => {
  const refused = await api().send({ name: 'x', filter: 'asignee:me' });
  expectBadFields(refused, ['filter']);
  expect(refused.json.error.message).toContain('assignee');
  expectBadFields(await api().send({ name: 'x', sort: 'colour' }), ['sort']);
  for (const filter of [
    'due:2026-02-29',
    '-(created:>2026-13-01 OR login)',
    'is:green',
    'priority:hihg',
    'priority:high priority:low',
    'sort:sideways',
  ]) {
    expectBadFields(await api().send({ name: 'x', filter }), ['filter']);
  }
  expect((await api().send({ name: 'x', filter: 'label:later due:none is:open sort:due' })).status).toBe(201);
  expectBadFields(await api().send({ name: 'x', filter: 'sort:endDate', sort: '-endDate' }), ['filter']);
  const view = await api().create({ filter: 'sort:endDate' });
  const patch = { expectedUpdatedAt: view.updatedAt, sort: '-endDate' };
  expectBadFields(await api().update(view.id, patch), ['filter']);
});

test('a view of others is not run', async () => {
  const view = await api().create();
  const stranger = viewApi(workspace, (await workspace.person('admin', [team])).client);
  expectRefusal(await stranger.stories(view.id), 404, 'not_found');
});
