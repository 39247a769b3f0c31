import { expect, test } from 'vitest';
import { addNotification } from '../../shared/planning/news/add-notification.ts';
import { expectBadFields } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { newTellingTeam } from './notification-api.ts';

const { workspace, stories, team, ada, grace, own, told } = await newTellingTeam();
const assign = async (title: string) => {
  await stories.create({ teamId: team.id, title, assigneeId: grace.id });
  await told();
};
const unread = async () => (await own.shown({ state: 'unread' })).map(({ resource }) => resource.title);

test('all notifications up to a time are read, and what is told later is not', async () => {
  for (const title of ['One', 'Two', 'Three']) await assign(title);
  const [, second] = await own.shown();
  const headers = { 'idempotency-key': newKey() };
  const { json } = await own.markAll(second!.createdAt, headers);
  expect(json.data).toEqual({ until: second!.createdAt });
  expect(await unread()).toEqual(['Three']);
  expect((await own.shown()).map(({ readAt }) => readAt === null)).toEqual([true, false, false]);
  // An earlier time ends nothing, and a time to come is now.
  expect((await own.markAll('2020-01-01T00:00:00.000Z')).json.data).toEqual(json.data);
  const now = await own.markAll('2100-01-01T00:00:00.000Z');
  expect(Date.parse(now.json.data.until)).toBeLessThanOrEqual(Date.now());
  expect(await own.unread()).toBe(0);
  await assign('Four');
  expect(await unread()).toEqual(['Four']);
  expect((await own.markAll(second!.createdAt, headers)).json.data).toEqual(now.json.data);
  expectBadFields(await own.markAll('yesterday'), ['until']);
});

test('notifications that were marked as unread again are read too, however many, and later ones are not', async () => {
  for (let number = 0; number < 45; number++) {
    await stories.create({ teamId: team.id, title: `Again ${number}`, assigneeId: grace.id });
  }
  await told();
  const [newest, ...older] = await own.shown({ limit: 100 });
  await own.markAll(newest!.createdAt);
  for (const { id } of [newest!, ...older].slice(0, 45)) await own.mark(id, 'unread');
  await assign('After them');
  const before = await own.unread();
  expect(before).toBe(46);
  await own.markAll(newest!.createdAt);
  expect(await unread()).toEqual(['After them']);
  expect((await own.shown({ limit: 100 })).filter(({ readAt }) => readAt === null)).toHaveLength(1);
});

test('a notification that is written after all were read is unread, however old the batch of its record', async () => {
  const { id: storyId } = await stories.create({ teamId: team.id, title: 'Late' });
  const began = new Date(Date.now() - 20_000);
  await own.markAll(new Date().toISOString());
  const context = { database: workspace.database, now: began };
  const actor = { kind: 'user', id: ada.id, via: 'rest' } as const;
  const news = { kind: 'mentioned', reason: ['late'], at: began.toISOString(), actor } as const;
  await addNotification(
    context,
    { workspaceId: workspace.id, memberId: grace.id },
    { ...news, about: { storyId } },
  );
  expect(await unread()).toEqual(['Late']);
});
