import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { timeApi } from './time-api.ts';

const { workspace, team, member, api } = await newStoryWorkspace();
const time = timeApi(workspace, member.client);

test('time is read by who sees its story, at the path of that story', async () => {
  const [story, other] = [await api.create({ teamId: team.id }), await api.create({ teamId: team.id })];
  const entry = await time.log(story, 30, { note: 'Measured it' });
  const guest = timeApi(workspace, (await workspace.person('guest', [team])).client);
  for (const reader of [time, guest]) {
    const { status, json } = await reader.get(story, entry);
    expect([status, json.data]).toEqual([200, entry]);
  }
  const stranger = timeApi(workspace, (await workspace.person('admin')).client);
  expectRefusal(await time.get(other, entry), 404, 'not_found');
  expectRefusal(await time.get(story, story), 404, 'not_found');
  expectRefusal(await stranger.get(story, entry), 404, 'not_found');
});
