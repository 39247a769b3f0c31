import { expect, test } from 'vitest';
import type { Item } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getTimeEntryItem } from '../../shared/planning/time-entries/time-entry-store.ts';
import { eventOfChange } from '../../shared/projections/events/event-of-change.ts';
import { changesApi, type ChangeEvent } from '../log/changes-api.ts';
import { newStoryWorkspace } from '../stories/story-api.ts';
import { timeApi } from './time-api.ts';

const about = (id: string, type: string) => (event: ChangeEvent) =>
  event.data.id === id && event.type === type;

test('the feed says who logged, changed and deleted time', async () => {
  const { workspace, team, member, api } = await newStoryWorkspace();
  const time = timeApi(workspace, member.client);
  const feed = await changesApi(workspace, member.client).reader();
  const story = await api.create({ teamId: team.id });
  const entry = await time.log(story, 30);
  const changed = await time.change(story, entry, { minutes: 45 });
  await time.delete(story, changed);
  await feed.until(about(entry.id, 'time_entry.deleted'));
  expect(feed.events.find(about(entry.id, 'time_entry.created'))).toMatchObject({
    teamId: team.id,
    actor: { kind: 'user', id: member.id, via: 'rest' },
    data: entry,
  });
  for (const type of ['time_entry.updated', 'time_entry.deleted'])
    expect(feed.events.find(about(entry.id, type))?.actor).toMatchObject({ kind: 'user', id: member.id });
  expect(feed.events.some(about(story.id, 'story.updated'))).toBe(false);
});

test('deleted time has its event even if its story is gone before the stream is read', async () => {
  const { workspace, team, member, api } = await newStoryWorkspace();
  const time = timeApi(workspace, member.client);
  const story = await api.create({ teamId: team.id });
  const entry = await time.log(story, 30);
  const read = createReader(workspace.database);
  const item = (await getTimeEntryItem(read, entry.id))!;
  await api.delete(story.id);
  const gone = { sequenceNumber: '1', at: new Date(), key: { pk: item.pk, sk: item.sk } };
  const eventOf = (before: Item) => eventOfChange({ ...gone, before }, { read, now: new Date() });
  expect(await eventOf({ ...item, deletedBy: item['by'] })).toMatchObject({
    type: 'time_entry.deleted',
    teamId: team.id,
  });
  // What goes with its story has none.
  expect(await eventOf(item)).toBeUndefined();
});
