import { expect, test } from 'vitest';
import { storyKeyOf } from '../../shared/planning/story/story-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { NOTIFICATIONS_OF_ACTOR_MAX, UNREAD_COUNT_MAX } from '../../shared/planning/news/notification.ts';
import { notifyMembers } from '../../shared/projections/notifications/notify-members.ts';
import { newTellingTeam } from './notification-api.ts';

const { stories, workspace, team, ada, grace, own, told } = await newTellingTeam();
const { database, path } = workspace;

test('records that come again, and in another order, tell nothing twice', async () => {
  const { id } = await stories.create({ teamId: team.id, assigneeId: grace.id });
  await ada.client.post(`${path}/stories/${id}/comments`, { content: 'Look, @Grace' });
  await told();
  const before = await own.shown();
  expect(before).toHaveLength(2);
  const read = createReader(database);
  const story = (await read.get(storyKeyOf(id)))!;
  const comment = { pk: `K#${before[0]!.source!.id}`, sk: '-' };
  const change = { before: undefined, sequenceNumber: '1', at: new Date() };
  const changes = [
    { ...change, key: comment, after: await read.get(comment) },
    { ...change, key: { pk: story.pk, sk: story.sk }, after: story },
  ];
  const context = { database, now: new Date(), sendsMail: false };
  await Promise.all([
    notifyMembers.handle(context, changes as never),
    notifyMembers.handle(context, changes.toReversed() as never),
  ]);
  // Nor do those of the past, of which a rebuild has many.
  const later = new Date(Date.now() + 2 * 24 * 60 * 60 * 1000);
  await notifyMembers.handle({ ...context, now: later }, changes as never);
  expect(await own.shown()).toEqual(before);
  expect(await own.unread()).toBe(2);
});

test('one person causes a limited number of notifications a day, and the count ends at its maximum', async () => {
  const count = NOTIFICATIONS_OF_ACTOR_MAX + 5;
  for (let start = 0; start < count; start += 35) {
    const items = Array.from({ length: 35 }, (_, number) => ({
      idempotencyKey: `${start + number}-${workspace.id}`,
      body: { teamId: team.id, title: `Story ${start + number}`, assigneeId: grace.id },
    }));
    const { status, text } = await ada.client.post(`${path}/bulk/stories`, { items });
    expect(status, text).toBeLessThan(300);
  }
  await told();
  const ids = new Set<string>();
  let cursor: string | undefined;
  do {
    const { json } = await own.list({ limit: 100, cursor });
    for (const { id } of json.data as { id: string }[]) ids.add(id);
    cursor = json.meta.nextCursor ?? undefined;
  } while (cursor);
  expect(ids.size).toBe(NOTIFICATIONS_OF_ACTOR_MAX);

  const { client } = await workspace.person('admin', [team]);
  for (const number of [1, 2, 3]) {
    const body = { teamId: team.id, title: `By another ${number}`, assigneeId: grace.id };
    await client.post(`${path}/stories`, body, { 'idempotency-key': `${number}-by-another-person` });
  }
  await told();
  const counted = (await grace.client.get(`${path}/notifications/unread-count`)).json.data;
  expect(counted).toEqual({ unread: UNREAD_COUNT_MAX, hasMore: true });
});
