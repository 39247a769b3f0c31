import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getStoryItem, startedAtOf } from '../../shared/planning/story/story-store.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { planningApi } from '../support/planning.ts';
import { workerService, type WorkerService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { seed, statusOf, storyApi, type StoryApi } from './story-api.ts';
import type { Team } from '../../shared/identity/team/team.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;
const status: Record<string, string> = {};

beforeAll(async () => {
  ({ service } = await workerService());
  workspace = await newWorkspace(service);
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  api = storyApi(workspace, member.client);
  for (const category of ['backlog', 'unstarted', 'started', 'completed', 'cancelled']) {
    status[category] = await statusOf(workspace, member.client, team, category);
  }
});

/** What is stored of the start of a story; no answer shows it, which every client of these tests validates. */
async function startOf({ id }: { id: string }): Promise<string | undefined> {
  return startedAtOf((await getStoryItem(createReader(workspace.database), id))!);
}

const create = (fields: object = {}) => api.create({ teamId: team.id, ...fields });
const move = (story: Story, category: string) => api.change(story, { statusId: status[category] });

test('a story starts when it first enters a started status, also when it is made in one', async () => {
  const story = await create();
  expect(await startOf(story)).toBeUndefined();
  const started = await move(story, 'started');
  expect(await startOf(story)).toBe(started.updatedAt);
  const made = await create({ statusId: status['started'] });
  expect(await startOf(made)).toBe(made.createdAt);
});

test('the start stays through other changes, another started status, completion and cancellation', async () => {
  let story = await create({ statusId: status['started'] });
  const start = await startOf(story);
  const review = await seed(workspace).status(team, 'started');
  story = await api.change(story, { title: 'Another title' });
  story = await api.change(story, { statusId: review });
  story = await move(story, 'completed');
  await api.archive(story.id);
  story = (await api.unarchive(story.id)).json.data;
  story = await move(story, 'started');
  story = await move(story, 'cancelled');
  expect(await startOf(story)).toBe(start);
});

test('a story that is put back starts again', async () => {
  for (const category of ['backlog', 'unstarted']) {
    const story = await move(await create({ statusId: status['started'] }), category);
    expect(await startOf(story)).toBeUndefined();
    const again = await move(story, 'started');
    expect(await startOf(story)).toBe(again.updatedAt);
  }
});

test('a story without a started status has never started', async () => {
  const story = await move(await create(), 'completed');
  expect(await startOf(story)).toBeUndefined();
  await api.change(story, { title: 'Another title' });
  expect(await startOf(story)).toBeUndefined();
});

test('a deleted parent and a deleted sprint leave the start alone', async () => {
  const plan = planningApi(workspace, member.client);
  const [parent, sprint] = [await create(), await plan.sprint(team)];
  const child = await create({ parentId: parent.id, sprintId: sprint.id, statusId: status['started'] });
  const start = await startOf(child);
  await api.delete(parent.id);
  await plan.sprints.delete(sprint.id);
  await service.streamsIdle();
  expect(await api.read(child.id)).toMatchObject({ parentId: null, sprintId: null });
  expect(await startOf(child)).toBe(start);
});
