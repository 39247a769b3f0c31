import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { timeApi } from './time-api.ts';

const { workspace, team, member, api } = await newStoryWorkspace();
const time = timeApi(workspace, member.client);

test('the time of a story is listed without that of others, the last logged first, page by page', async () => {
  const [story, other] = [await api.create({ teamId: team.id }), await api.create({ teamId: team.id })];
  const first = await time.log(story, 10);
  await time.log(other, 40);
  // It was spent before, and logged after.
  const second = await time.log(story, 20, { startedAt: '2026-03-02T10:00:00.000Z' });
  expect((await time.listOf(story)).json.data).toEqual([second, first]);
  const { data, meta } = (await time.listOf(story, { limit: 1 })).json;
  expect(data).toEqual([second]);
  expect((await time.listOf(story, { limit: 1, cursor: meta.nextCursor })).json.data).toEqual([first]);
  const stranger = timeApi(workspace, (await workspace.person('admin')).client);
  expectRefusal(await stranger.listOf(story), 404, 'not_found');
});
