import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { timeApi } from './time-api.ts';

test('deleted time is gone from its story and from the sum', async () => {
  const { workspace, team, member, api } = await newStoryWorkspace();
  const time = timeApi(workspace, member.client);
  const [story, other] = [await api.create({ teamId: team.id }), await api.create({ teamId: team.id })];
  const [gone, kept] = [await time.log(story, 30), await time.log(story, 15)];
  expectRefusal(await time.delete(other, gone), 404, 'not_found');
  expect((await time.delete(story, gone)).json.data).toEqual({ id: gone.id, deleted: true });
  expectRefusal(await time.get(story, gone), 404, 'not_found');
  expect((await time.listOf(story)).json.data).toEqual([kept]);
  expect(await time.sum({ storyId: story.id })).toEqual({ minutes: 15, stories: 1, truncated: false });
});
