import { expect, test } from 'vitest';
import { changesApi, type ChangeEvent } from '../log/changes-api.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { until } from '../support/until.ts';
import { timeApi } from './time-api.ts';

const about = (id: string, type: string) => (event: ChangeEvent) =>
  event.data.id === id && event.type === type;

test('the feed and the history say who logged and changed time', async () => {
  const { workspace, team, member, api } = await newStoryWorkspace();
  const time = timeApi(workspace, member.client);
  const feed = await changesApi(workspace, member.client).reader();
  const story = await api.create({ teamId: team.id });
  const entry = await time.log(story, 30);
  const changed = await time.change(story, entry, { minutes: 45 });
  const historyOf = async () =>
    (await member.client.get(`${workspace.path}/time-entries/${entry.id}/history`)).json.data;
  await until(async () => (await historyOf()).length === 2);
  expect(await historyOf()).toMatchObject([
    { action: 'updated', changes: [{ field: 'minutes', from: 30, to: 45 }] },
    { action: 'created', actor: { id: member.id } },
  ]);
  await time.delete(story, changed);
  await feed.until(about(entry.id, 'time_entry.deleted'));
  expect(feed.events.find(about(entry.id, 'time_entry.created'))).toMatchObject({
    teamId: team.id,
    actor: { kind: 'user', id: member.id, via: 'rest' },
    data: entry,
  });
  expect(feed.events.some(about(story.id, 'story.updated'))).toBe(false);
});
