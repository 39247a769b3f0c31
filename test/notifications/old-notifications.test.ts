import { expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Caller } from '../../shared/kernel/core/caller.ts';
import { deleteNotificationsOf } from '../../shared/planning/news/notification-store.ts';
import { NOTIFICATION_DAYS } from '../../shared/planning/news/notification.ts';
import {
  countOwnUnread,
  listOwn,
  ownOrThrow,
} from '../../shared/planning/notifications/own-notifications.ts';
import { addNotification } from '../../shared/planning/news/add-notification.ts';
import { storyApi } from '../stories/story-api.ts';
import { newTellingTeam } from './notification-api.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

const { workspace, team, stories, ada, grace, own, told } = await newTellingTeam();
const { database } = workspace;
const whose = { workspaceId: workspace.id, memberId: grace.id };

test('a notification that was marked as unread ends with its time, and hides none that are unread still', async () => {
  const story = await stories.create({ teamId: team.id, title: 'Old' });
  const then = new Date(Date.now() - (NOTIFICATION_DAYS - 1) * DAY_MS);
  const actor = { kind: 'user', id: ada.id, via: 'rest' } as const;
  const news = { kind: 'assigned', reason: ['old'], at: then.toISOString(), actor } as const;
  await addNotification({ database }, whose, { ...news, about: { storyId: story.id } }, () => then);
  for (const title of ['One', 'Two']) await stories.create({ teamId: team.id, title, assigneeId: grace.id });
  await told();
  const [two, one, old] = await own.shown();
  await own.mark(old!.id, 'read');
  await own.mark(old!.id, 'unread');
  expect((await own.shown({ state: 'unread' })).map(({ id }) => id)).toEqual([old!.id, two!.id, one!.id]);

  const read = createReader(database);
  const caller = {
    workspaceId: workspace.id,
    principalId: grace.id,
    teamIds: new Set([team.id]),
    scopes: new Set(),
    role: 'member',
  } as unknown as Caller;
  const call = { caller, read, now: new Date(Date.now() + 2 * DAY_MS) };
  await expect(ownOrThrow(call, old!.id)).rejects.toMatchObject({ code: 'not_found' });
  expect(await countOwnUnread(call)).toEqual({ unread: 2, hasMore: false });
  const { items } = await listOwn({ ...call, page: { limit: 10, after: undefined } }, 'unread');
  expect(items.map(({ id }) => id)).toEqual([two!.id, one!.id]);

  // The table deletes what has expired in any order: the notification, but not yet its mark.
  const changes = await deleteNotificationsOf(read, whose);
  await commit(
    database,
    changes.filter((change) => 'delete' in change && change.delete.sk === `N#${old!.id}`),
  );
  const seen: string[] = [];
  let cursor: string | undefined;
  do {
    const { json } = await own.list({ state: 'unread', limit: 1, cursor });
    seen.push(...(json.data as { id: string }[]).map(({ id }) => id));
    cursor = json.meta.nextCursor ?? undefined;
  } while (cursor);
  expect(seen).toEqual([two!.id, one!.id]);
});

test('more unread notifications than are counted, all of what a member sees no more, count as none', async () => {
  const gone = await workspace.team();
  const admin = await workspace.person('admin', [gone]);
  const hidden = await storyApi(workspace, admin.client).create({ teamId: gone.id });
  const seen = await stories.create({ teamId: team.id });
  const reader = await workspace.person('member', [team]);
  const tell = (storyId: string, reason: string) => {
    const actor = { kind: 'user', id: reason.length % 2 === 0 ? ada.id : admin.id, via: 'rest' } as const;
    const news = { kind: 'assigned', reason: [reason], at: new Date().toISOString(), actor } as const;
    const target = { workspaceId: workspace.id, memberId: reader.id };
    return addNotification({ database }, target, { ...news, about: { storyId } });
  };
  await tell(seen.id, 'first');
  for (let number = 0; number < 105; number++) await tell(hidden.id, 'x'.repeat(number + 10));
  const { json } = await reader.client.get(`${workspace.path}/notifications/unread-count`);
  expect(json.data).toEqual({ unread: 1, hasMore: false });
});
