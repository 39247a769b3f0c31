import { expect, test } from 'vitest';
import { newKey } from '../support/workspace.ts';
import { newTellingTeam } from './notification-api.ts';

const { stories, team, grace, own, told } = await newTellingTeam();

test('a notification that was read is not unread any more, and keeps the time of the first read', async () => {
  for (const title of ['One', 'Two']) await stories.create({ teamId: team.id, title, assigneeId: grace.id });
  await told();
  const [second, first] = await own.shown();
  const headers = { 'idempotency-key': newKey() };
  const { json } = await own.mark(second!.id, 'read', headers);
  expect(json.data).toEqual({ ...second, readAt: expect.any(String) });
  expect(await own.shown()).toEqual([json.data, first]);
  expect(await own.shown({ state: 'unread' })).toEqual([first]);
  expect(await own.unread()).toBe(1);
  expect((await own.mark(second!.id, 'read', headers)).json.data).toEqual(json.data);
  expect((await own.mark(second!.id, 'read')).json.data).toEqual(json.data);
});
