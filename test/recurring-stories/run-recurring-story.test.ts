import { beforeEach, expect, test } from 'vitest';
import { runRecurringStory } from '../../shared/planning/recurring-stories/run-recurring-story.ts';
import { createStoryTemplate } from '../../shared/planning/story-templates/create-story-template.ts';
import { updateStoryTemplate } from '../../shared/planning/story-templates/update-story-template.ts';
import { deleteStoryTemplate } from '../../shared/planning/story-templates/delete-story-template.ts';
import { listStories } from '../../shared/planning/stories/list-stories.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { StoryTemplate } from '../../shared/planning/story-templates/story-template.ts';
import { newHistory, type History } from '../analysis/history.ts';
import { longChecklist } from '../story-templates/template-api.ts';
import { recurringHistory } from './recurring-history.ts';

let history: History;
let recurring: ReturnType<typeof recurringHistory>;

beforeEach(async () => {
  history = await newHistory();
  recurring = recurringHistory(history);
});

test('stories are made as their day begins in the zone, across changes of the clocks', async () => {
  history.on('2026-10-24T09:00');
  const berlin = await recurring.create({ timeZone: 'Europe/Berlin' });
  const days = ['2026-10-24', '2026-10-25', '2026-10-26', '2026-10-27'];
  const dues: string[] = [];
  for (const position of days.keys()) {
    const dueAt = (await recurring.dueAt(berlin))!;
    dues.push(dueAt);
    if (dueAt > history.now.toISOString()) history.on(dueAt.slice(0, 16));
    await recurring.makes(days.slice(0, position + 1));
  }
  // Clocks went back on the 25th, a day of 25 hours.
  expect(dues.map((at) => at.slice(0, 16))).toEqual([
    '2026-10-23T22:00',
    '2026-10-24T22:00',
    '2026-10-25T23:00',
    '2026-10-26T23:00',
  ]);
});

test('a day whose midnight does not exist begins when the clocks have gone forward', async () => {
  history.on('2026-09-05T12:00');
  const santiago = await recurring.create({ timeZone: 'America/Santiago', startDate: '2026-09-06' });
  expect(await recurring.dueAt(santiago)).toBe('2026-09-06T04:00:00.000Z');
  history.on('2026-09-06T04:00');
  await recurring.makes(['2026-09-06']);
  expect(await recurring.dueAt(santiago)).toBe('2026-09-07T03:00:00.000Z');
});

/** The Mondays and Wednesdays of fifteen weeks, to the last of March. */
const newestThirty = Array.from({ length: 15 }, (_, week) => [0, 2].map((day) => 7 * week + day))
  .flat()
  .map((days) => new Date(Date.parse('2026-12-21') + days * 86_400_000).toISOString().slice(0, 10));

test('after an outage each missed due date has its story once, up to the newest thirty', async () => {
  history.on('2026-11-02T09:00');
  const weekly = await recurring.create({ rule: 'FREQ=WEEKLY;BYDAY=MO,WE', timeZone: 'UTC' });
  const first = ['2026-11-02', '2026-11-04', '2026-11-09', '2026-11-11'];
  await recurring.makes(first.slice(0, 1));
  history.on('2026-11-12T10:00');
  await recurring.makes(first);
  expect(await recurring.get(weekly)).toMatchObject({
    updatedAt: weekly.updatedAt,
    nextDueDate: '2026-11-16',
  });
  history.on('2027-03-31T10:00');
  await recurring.makes([...first, ...newestThirty]);
  expect((await recurring.get(weekly)).nextDueDate).toBe('2027-04-05');
});

test('what a pause, or another rule, leaves out is not made later', async () => {
  history.on('2026-11-16T09:00');
  const daily = await recurring.create({ timeZone: 'UTC' });
  await recurring.makes(['2026-11-16']);
  await recurring.update(daily, { paused: true });
  history.on('2026-11-19T09:00');
  await recurring.makes(['2026-11-16']);
  await recurring.update(daily, { paused: false });
  await recurring.makes(['2026-11-16', '2026-11-19']);
  await recurring.update(daily, { rule: 'FREQ=DAILY;INTERVAL=2', endDate: '2026-11-21' });
  history.on('2026-11-30T09:00');
  await recurring.makes(['2026-11-16', '2026-11-19', '2026-11-20']);
  expect(await recurring.get(daily)).toMatchObject({ nextDueDate: null, nextDueDates: [] });
  expect(await recurring.dueAt(daily)).toBeUndefined();
});

test('a recurring story outlives its template and those it was assigned to', async () => {
  history.on('2026-11-16T09:00');
  const body = { teamId: history.team.id, name: 'Chore', title: 'Water', subStories: [{ title: 'Fetch' }] };
  const { id } = await history.run<StoryTemplate>(createStoryTemplate, { body });
  const friend = await history.workspace.person('member', [history.team]);
  const story = { assigneeId: friend.id, priority: 'low' };
  await recurring.create({ timeZone: 'UTC', templateId: id, story, name: 'Plants' });
  await recurring.makes(['2026-11-16']);
  await history.run(deleteStoryTemplate, { path: { storyTemplateId: id } });
  const { workspace, team } = history;
  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: team.id, principalId: friend.id });
  history.on('2026-11-17T09:00');
  await recurring.makes(['2026-11-16', '2026-11-17']);
  const stories = await history.run<Story[]>(listStories, { query: { teamId: team.id, sort: 'sequenceId' } });
  expect(stories.map(({ title, assigneeId, priority }) => [title, assigneeId, priority])).toEqual([
    ['Water', friend.id, 'low'],
    ['Fetch', null, 'none'],
    ['Plants', null, 'low'],
  ]);
});

test('many workers at once, and one whose clock is behind, make each story once', async () => {
  history.on('2026-11-16T09:00');
  const { id } = await recurring.create({ timeZone: 'UTC' });
  history.on('2026-11-20T09:00');
  const { database, now } = history;
  const work = (at: Date) => runRecurringStory({ database, now: at }, id).catch(() => undefined);
  await Promise.all(Array.from({ length: 5 }, () => work(now)));
  await work(now);
  await work(new Date('2026-11-17T00:00:00.000Z'));
  await work(now);
  await recurring.makes([16, 17, 18, 19, 20].map((day) => `2026-11-${day}`));
});

test('a due date whose story is refused is left out, and those after it are made', async () => {
  history.on('2026-11-16T09:00');
  const body = { teamId: history.team.id, name: 'Chore' };
  const template = await history.run<StoryTemplate>(createStoryTemplate, { body });
  const story = { description: 'a'.repeat(32 * 1024) };
  const daily = await recurring.create({ timeZone: 'UTC', templateId: template.id, story });
  const path = { storyTemplateId: template.id };
  const { updatedAt: expectedUpdatedAt } = template;
  const longer = await history.run<StoryTemplate>(updateStoryTemplate, {
    path,
    body: { expectedUpdatedAt, checklist: longChecklist },
  });
  await recurring.makes([]);
  expect(await recurring.dueAt(daily)).toBe('2026-11-17T00:00:00.000Z');
  const failed = await recurring.get(daily);
  expect(failed).toMatchObject({ lastFailure: { dueDate: '2026-11-16' }, nextDueDate: '2026-11-17' });
  expect(failed.updatedAt > daily.updatedAt).toBe(true);
  await history.run(updateStoryTemplate, {
    path,
    body: { expectedUpdatedAt: longer.updatedAt, clearFields: ['checklist'] },
  });
  history.on('2026-11-17T09:00');
  await recurring.makes(['2026-11-17']);
  expect((await recurring.get(daily)).lastFailure).toBeNull();
});
