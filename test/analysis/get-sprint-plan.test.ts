import { beforeAll, expect, test } from 'vitest';
import { getSprintPlan } from '../../shared/planning/analysis/get-sprint-plan.ts';
import { addCompletedSize } from '../../shared/planning/counts/throughput-store.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createRelation } from '../../shared/planning/relations/create-relation.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { newHistory, type History } from './history.ts';

let history: History;
let sprint: Sprint;
const plan = () => history.run<any>(getSprintPlan, { path: { sprintId: sprint.id } });
const reasonsOf = (stories: { id: string; reason: string }[]) =>
  stories.map(({ id, reason }) => [id, reason]);
const block = (blocker: Story, blocked: Story) =>
  history.run(createRelation, {
    path: { storyId: blocker.id },
    body: { type: 'blocks', relatedStoryId: blocked.id },
  });

beforeAll(async () => {
  history = await newHistory();
  sprint = await history.sprint({ startDate: '2026-11-23T00:00:00Z', endDate: '2026-11-29T00:00:00Z' });
});

test('a plan with too little history says so instead of guessing', async () => {
  await history.story();
  expect(await plan()).toMatchObject({
    capacity: null,
    stories: [],
    leftOut: [],
    insufficientHistory: true,
    name: sprint.name,
    startDate: sprint.startDate,
    endDate: sprint.endDate,
    assumptions: ['The team completed work on 0 of the last 182 days before today; a forecast needs 10.'],
  });
});

test('a plan fills what the team gets done with stories of the backlog, by priority and relations', async () => {
  // A point on each day of four weeks: seven in the week of the sprint.
  const days = Array.from({ length: 28 }, (_, n) => new Date(Date.UTC(2026, 9, 19 + n)));
  await commit(
    history.database,
    days.map((day) => addCompletedSize(history.team.id, day.toISOString().slice(0, 10), 100)),
  );
  await history.story({ sprintId: sprint.id, estimateValue: 2 });
  const urgent = await history.story({ priority: 'urgent', estimateValue: 2 });
  const needed = await history.story();
  await block(needed, urgent);
  const begun = await history.move(await history.story(), 'started');
  const big = await history.story({ priority: 'high', estimateValue: 3 });
  const later = await history.story({ priority: 'low', startDate: '2026-12-01' });
  const done = await history.move(await history.story(), 'completed');
  const archived = await history.archive(await history.story());
  const current = await history.sprint({
    startDate: '2026-11-16T00:00:00Z',
    endDate: '2026-11-22T00:00:00Z',
  });
  const earlier = await history.story({ sprintId: current.id });
  const follows = await history.story({ priority: 'medium' });
  await block(earlier, follows);
  const next = await history.sprint({ startDate: '2026-11-30T00:00:00Z', endDate: '2026-12-06T00:00:00Z' });
  const stuck = await history.story({ priority: 'urgent' });
  await block(await history.story({ sprintId: next.id }), stuck);

  const proposal = await plan();
  expect(proposal).toMatchObject({
    capacity: { p15: 7, p50: 7, p85: 7 },
    planned: { stories: 1, estimate: 2 },
    insufficientHistory: false,
  });
  expect(reasonsOf(proposal.stories)).toEqual([
    [begun.id, 'in_progress'],
    [needed.id, 'blocks_others'],
    [urgent.id, 'priority'],
    [follows.id, 'priority'],
  ]);
  expect(proposal.stories[2]).toEqual({
    id: urgent.id,
    reference: urgent.reference,
    title: urgent.title,
    priority: 'urgent',
    estimate: 2,
    updatedAt: urgent.updatedAt,
    reason: 'priority',
  });
  expect(reasonsOf(proposal.leftOut)).toEqual(
    expect.arrayContaining([
      [stuck.id, 'blocked'],
      [big.id, 'capacity'],
      [later.id, 'starts_later'],
    ]),
  );
  const named = [...proposal.stories, ...proposal.leftOut].map(({ id }: { id: string }) => id);
  for (const { id } of [done, archived, earlier]) expect(named).not.toContain(id);
  expect(await plan()).toEqual(proposal);
});
