import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { until } from '../support/until.ts';
import { timeApi } from './time-api.ts';

test('the history says who logged and changed time, to those who see its story', async () => {
  const { workspace, team, member, api } = await newStoryWorkspace();
  const time = timeApi(workspace, member.client);
  const story = await api.create({ teamId: team.id });
  const entry = await time.log(story, 30);
  await time.change(story, entry, { minutes: 45 });
  const at = `${workspace.path}/time-entries/${entry.id}/history`;
  const history = async () => (await member.client.get(at)).json.data;
  await until(async () => (await history()).length === 2);
  expect(await history()).toMatchObject([
    { action: 'updated', actor: { id: member.id }, changes: [{ field: 'minutes', from: 30, to: 45 }] },
    { action: 'created', actor: { id: member.id } },
  ]);
  const stranger = await workspace.person('admin');
  expectRefusal(await stranger.client.get(at), 404, 'not_found');
});
