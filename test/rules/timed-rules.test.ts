import { beforeEach, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { getJob } from '../../shared/kernel/jobs/job-store.ts';
import { jobOfRule } from '../../shared/events/rules/rule-run-store.ts';
import type { Rule, RuleRun } from '../../shared/events/rules/rule.ts';
import { listStories } from '../../shared/planning/stories/list-stories.ts';
import { updateSprint } from '../../shared/planning/sprints/update-sprint.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { createRule } from '../../shared/surface/rules/create-rule.ts';
import { deleteRule } from '../../shared/surface/rules/delete-rule.ts';
import { getRule } from '../../shared/surface/rules/get-rule.ts';
import { listRuleRuns } from '../../shared/surface/rules/list-rule-runs.ts';
import { previewStoredRule } from '../../shared/surface/rules/preview-stored-rule.ts';
import { updateRule } from '../../shared/surface/rules/update-rule.ts';
import { jobHandlers } from '../../shared/surface/workers/jobs.ts';
import { newHistory, type History } from '../analysis/history.ts';
import { runDueJobs } from '../support/jobs.ts';

let history: History;

beforeEach(async () => {
  history = await newHistory();
});

const create = (fields: object) =>
  history.run<Rule>(createRule, { body: { name: 'A rule', teamId: history.team.id, ...fields } });
const pathOf = ({ id }: Pick<Rule, 'id'>) => ({ ruleId: id });
const runsOf = (rule: Rule) =>
  history.run<RuleRun[]>(listRuleRuns, { path: pathOf(rule), query: { limit: 100 } });
const dueAt = async (rule: Rule) =>
  (await getJob(createReader(history.database), jobOfRule(rule))).dueAt?.slice(0, 16);
const update = async (rule: Rule, fields: object) => {
  const { updatedAt } = await history.run<Rule>(getRule, { path: pathOf(rule) });
  return await history.run<Rule>(updateRule, {
    path: pathOf(rule),
    body: { expectedUpdatedAt: updatedAt, ...fields },
  });
};
/** What a preview says that the last days would have brought, by the titles or ids that it names. */
const preview = (rule: Rule, days: number) =>
  history.run<{ events: number; matched: number; would: { id: string | null }[]; wouldFail: unknown[] }>(
    previewStoredRule,
    { path: pathOf(rule), body: { days } },
  );
/** Sets the clock, and does what is due. */
const on = async (instant: string) => {
  history.on(instant);
  await runDueJobs(jobHandlers, { database: history.database, now: history.now });
};
const titles = async () =>
  (await history.run<Story[]>(listStories, { query: { teamId: history.team.id, limit: 100 } }))
    .map(({ title }) => title)
    .sort();
const retitle = [{ operation: 'updateStory', input: { storyId: '{{story.id}}', title: '{{story.title}}!' } }];

test('a schedule runs for the stories that meet its filter as its days begin in its zone', async () => {
  history.on('2026-10-23T09:00');
  await history.story({ title: 'Late', priority: 'high' });
  await history.story({ title: 'Low', priority: 'low' });
  const schedule = { rule: 'FREQ=DAILY;INTERVAL=2', timeZone: 'Europe/Berlin' };
  const rule = await create({ schedule, if: 'priority:high', then: retitle });
  await on('2026-10-23T09:01');
  expect(await dueAt(rule)).toBe('2026-10-24T22:00');
  await on('2026-10-24T21:59');
  expect(await runsOf(rule)).toEqual([]);
  await on('2026-10-24T22:00');
  expect(await titles()).toEqual(['Late!', 'Low']);
  await on('2026-10-24T22:01');
  // Clocks went back in between.
  expect(await dueAt(rule)).toBe('2026-10-26T23:00');
  expect(await preview(rule, 2)).toMatchObject({ events: 1, matched: 1, wouldFail: [] });
  expect(await titles()).toEqual(['Late!', 'Low']);
  const [run, ...others] = await runsOf(rule);
  expect(others).toEqual([]);
  expect(run).toMatchObject({ outcome: 'done', code: null, changeSetId: run!.id });
});

test('a schedule without a filter runs once a day, and after an outage for the last only', async () => {
  history.on('2026-11-02T09:00');
  const schedule = { rule: 'FREQ=WEEKLY;BYDAY=MO', timeZone: 'UTC' };
  const then = [{ operation: 'createStory', input: { teamId: history.team.id, title: 'Retrospective' } }];
  const rule = await create({ schedule, then });
  await on('2026-11-02T09:01');
  await on('2026-11-09T00:00');
  expect(await titles()).toEqual(['Retrospective']);
  await on('2026-11-30T03:00');
  expect(await titles()).toEqual(['Retrospective', 'Retrospective']);
  expect(await preview(rule, 10)).toMatchObject({ events: 1, matched: 1, would: [{ id: null }] });
});

test('a rule that is switched on again looks from then on, and one that ends looks no more', async () => {
  history.on('2026-11-02T09:00');
  const then = [{ operation: 'createStory', input: { teamId: history.team.id, title: 'Daily' } }];
  const schedule = { rule: 'FREQ=DAILY;UNTIL=20261106', timeZone: 'UTC' };
  const rule = await create({ schedule, then, enabled: false });
  await on('2026-11-03T09:00');
  expect(await dueAt(rule)).toBeUndefined();
  const enabled = await update(rule, { enabled: true });
  expect(enabled.enabled).toBe(true);
  await on('2026-11-03T09:01');
  expect(await titles()).toEqual([]);
  await update(rule, { name: 'Another' });
  for (const day of [4, 5, 6, 7, 8]) await on(`2026-11-0${day}T00:01`);
  expect(await titles()).toEqual(['Daily', 'Daily', 'Daily']);
  expect(await dueAt(rule)).toBeUndefined();
  await history.run(deleteRule, { path: pathOf(rule) });
  await on('2026-11-09T00:01');
  expect(await titles()).toHaveLength(3);
});

test('a story is overdue once, on the day after it was due, if it is still open', async () => {
  history.on('2026-11-16T09:00');
  const due = { endDate: '2026-11-17T00:00:00.000Z' };
  await history.story({ title: 'Old', endDate: '2026-11-12T00:00:00.000Z' });
  await history.story({ title: 'Open', ...due });
  const done = await history.story({ title: 'Done', ...due });
  await history.story({ title: 'Other', ...due, priority: 'low' });
  const rule = await create({ on: ['story.overdue'], if: '-priority:low', then: retitle });
  await on('2026-11-16T09:01');
  expect(await dueAt(rule)).toBe('2026-11-17T00:00');
  await on('2026-11-17T12:00');
  await history.move(done, 'completed');
  expect(await titles()).toEqual(['Done', 'Old', 'Open', 'Other']);
  await on('2026-11-18T00:00');
  await on('2026-11-19T00:00');
  expect(await titles()).toEqual(['Done', 'Old', 'Open!', 'Other']);
  expect(await preview(rule, 2)).toMatchObject({ matched: 1, wouldFail: [] });
});

test('a sprint ends when its last day is over in its zone', async () => {
  history.on('2026-11-16T09:00');
  const sprint = await history.sprint({ name: 'Sprint 7' });
  const then = [
    { operation: 'createStory', input: { teamId: history.team.id, title: 'After {{event.data.name}}' } },
  ];
  const rule = await create({ on: ['sprint.ended'], then });
  for (const day of [16, 17, 18, 19, 20]) await on(`2026-11-${day}T10:00`);
  expect(await dueAt(rule)).toBe('2026-11-21T00:00');
  expect(await titles()).toEqual([]);
  await on('2026-11-21T00:00');
  await on('2026-11-21T00:01');
  expect(await titles()).toEqual(['After Sprint 7']);
  const body = { name: 'Renamed', expectedUpdatedAt: sprint.updatedAt };
  await history.run(updateSprint, { path: { sprintId: sprint.id }, body });
  await on('2026-11-22T00:00');
  expect(await titles()).toEqual(['After Sprint 7']);
  expect(await preview(rule, 2)).toMatchObject({ events: 1, matched: 1, wouldFail: [] });
});

test('a schedule without a filter names no story', async () => {
  const schedule = { rule: 'FREQ=DAILY', timeZone: 'UTC' };
  await expect(create({ schedule, then: retitle })).rejects.toMatchObject({ status: 400 });
});
