import { beforeAll, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal } from '../support/answers.ts';
import type { TestWorkspace } from '../support/workspace.ts';
import { changedAt, newStoryWorkspace, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, api } = await newStoryWorkspace());
});

const newStory = (fields: object = {}) => api.create({ teamId: team.id, ...fields });
const send = ({ id, updatedAt }: Story, patch: object) =>
  api.update(id, { expectedUpdatedAt: updatedAt, ...patch });

test('exactly one of 64 concurrent updates of one version succeeds', async () => {
  const story = await newStory();
  const answers = await Promise.all(
    Array.from({ length: 64 }, (_, index) => send(story, { title: `Take ${index}` })),
  );

  const winners = answers.filter(({ status }) => status === 200);
  expect(winners).toHaveLength(1);
  const winner = winners[0]!.json.data;
  expect(await api.read(story.id)).toEqual(winner);
  for (const answer of answers.filter((answer) => answer !== winners[0])) {
    const error = expectRefusal(answer, 409, 'version_conflict');
    expect(error.currentUpdatedAt).toBe(winner.updatedAt);
    expect(error.changedFields).toEqual(['title']);
  }
});

test('a conflict names the fields of the patch that have another value now', async () => {
  const story = await newStory({ description: 'Old', priority: 'low', labels: [] });
  const current = await api.change(story, { title: 'Theirs', priority: 'high' });
  const patch = {
    title: 'Theirs',
    priority: 'urgent',
    labels: [],
    clearFields: ['description', 'sprintId'],
  };
  const error = expectRefusal(await send(story, patch), 409, 'version_conflict');

  expect(error.currentUpdatedAt).toBe(current.updatedAt);
  expect(error.changedFields.toSorted()).toEqual(['description', 'priority']);
  expect(await api.read(story.id)).toEqual(current);
});

test('a version from the future is as stale as one from the past', async () => {
  const story = await newStory();
  const ahead = new Date(Date.parse(story.updatedAt) + 1).toISOString();

  expectRefusal(await send({ ...story, updatedAt: ahead }, { title: 'x' }), 409, 'version_conflict');
  expect(await api.read(story.id)).toEqual(story);
});

test('updates that read again after a conflict all get through', async () => {
  const { id } = await newStory({ estimatedDurationMinutes: 1 });
  const addMinute = async (): Promise<void> => {
    const story = await api.read(id);
    const minutes = story.estimatedDurationMinutes! + 1;
    const { status } = await send(story, { estimatedDurationMinutes: minutes });
    if (status === 409) await addMinute();
  };
  await Promise.all(Array.from({ length: 8 }, addMinute));

  expect((await api.read(id)).estimatedDurationMinutes).toBe(9);
});

test('archiving moves the version too', async () => {
  const story = await newStory();
  await api.archive(story.id);

  expectRefusal(await send(story, { title: 'Stale' }), 409, 'version_conflict');
});

test('the version moves on also from one that is ahead of the clock', async () => {
  const ahead = new Date(Date.now() + 60_000).toISOString();
  const story = await changedAt(workspace, await newStory(), ahead);

  const changed = await api.change(story, { title: 'Later still' });
  const archived = (await api.archive(story.id)).json.data;
  expect([changed.updatedAt > ahead, archived.updatedAt > changed.updatedAt]).toEqual([true, true]);
});
