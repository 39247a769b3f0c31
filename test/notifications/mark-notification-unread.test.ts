import { expect, test } from 'vitest';
import { newTellingTeam } from './notification-api.ts';

const { stories, team, grace, own, told } = await newTellingTeam();

test('a notification that is marked as unread is unread again, also after all were read', async () => {
  for (const title of ['One', 'Two']) await stories.create({ teamId: team.id, title, assigneeId: grace.id });
  await told();
  const [second, first] = await own.shown();
  const unread = async () => (await own.shown({ state: 'unread' })).map(({ id }) => id);
  await own.mark(second!.id, 'read');
  expect((await own.mark(second!.id, 'unread')).json.data).toEqual(second);
  expect(await unread()).toEqual([second!.id, first!.id]);

  await own.markAll(new Date().toISOString());
  expect(await unread()).toEqual([]);
  expect((await own.mark(first!.id, 'unread')).json.data.readAt).toBeNull();
  expect((await own.mark(first!.id, 'unread')).json.data.readAt).toBeNull();
  expect(await unread()).toEqual([first!.id]);
  expect(await own.unread()).toBe(1);
  await own.mark(first!.id, 'read');
  expect([await unread(), await own.unread()]).toEqual([[], 0]);
});
