import { expect, test } from 'vitest';
import { addCompletedSize } from '../../shared/planning/counts/throughput-store.ts';
import { getSprintForecast } from '../../shared/planning/analysis/get-sprint-forecast.ts';
import { createRelation } from '../../shared/planning/relations/create-relation.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { expectRefusal } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { newHistory } from './history.ts';

test('a sprint names the stories that its team will not get to', async () => {
  const history = await newHistory();
  const sprint = await history.sprint({ startDate: '2026-11-16T00:00:00Z', endDate: '2026-11-20T00:00:00Z' });
  const shown = () => history.run<any>(getSprintForecast, { path: { sprintId: sprint.id } });
  history.on('2026-11-17T09:00');
  expect(await shown()).toMatchObject({
    expectedCompleted: null,
    unlikelyStoryIds: [],
    throughputDays: 0,
    insufficientHistory: true,
  });

  // One point on each day of four weeks; four days are left, the day itself included.
  const days = Array.from({ length: 28 }, (_, n) => new Date(Date.UTC(2026, 9, 20 + n)));
  await commit(
    history.database,
    days.map((day) => addCompletedSize(history.team.id, day.toISOString().slice(0, 10), 100)),
  );
  const sprintId = sprint.id;
  const done = await history.move(await history.story({ sprintId }), 'completed');
  const cancelled = await history.move(await history.story({ sprintId }), 'cancelled');
  const low = await history.story({ sprintId, priority: 'low' });
  const late = await history.story({ sprintId, estimateValue: 2 });
  const urgent = await history.story({ sprintId, priority: 'urgent', estimateValue: 2 });
  const begun = await history.move(await history.story({ sprintId }), 'started');
  await history.count();
  // Begun, urgent and low make four points; the one without priority is beyond.
  expect(await shown()).toMatchObject({
    expectedCompleted: { p15: 4, p50: 4, p85: 4 },
    unlikelyStoryIds: [late.id],
    name: sprint.name,
    completed: 1,
    remaining: 4,
    insufficientHistory: false,
  });
  const { unlikelyStoryIds } = await shown();
  for (const { id } of [done, cancelled, low, urgent, begun]) expect(unlikelyStoryIds).not.toContain(id);

  history.on('2026-11-22T09:00');
  expect((await shown()).expectedCompleted).toEqual({ p15: 1, p50: 1, p85: 1 });
});

test('a story that starts after its sprint, and one that waits for the backlog, are not likely', async () => {
  const history = await newHistory();
  const days = Array.from({ length: 28 }, (_, n) => new Date(Date.UTC(2026, 9, 20 + n)));
  await commit(
    history.database,
    days.map((day) => addCompletedSize(history.team.id, day.toISOString().slice(0, 10), 100)),
  );
  history.on('2026-11-16T09:00');
  const sprint = await history.sprint({ startDate: '2026-11-16T00:00:00Z', endDate: '2026-11-20T00:00:00Z' });
  const sprintId = sprint.id;
  const later = await history.story({ sprintId, startDate: '2026-11-21T00:00:00Z', priority: 'urgent' });
  const inTime = await history.story({ sprintId, startDate: '2026-11-19T00:00:00Z' });
  const blocked = await history.story({ sprintId, priority: 'urgent' });
  const relate = (blocker: { id: string }, { id }: { id: string }) =>
    history.run(createRelation, {
      path: { storyId: blocker.id },
      body: { type: 'blocks', relatedStoryId: id },
    });
  await relate(await history.story(), blocked);
  const first = await history.story({ sprintId });
  const second = await history.story({ sprintId, priority: 'high' });
  await relate(first, second);
  await history.count();
  const forecast = await history.run<any>(getSprintForecast, { path: { sprintId } });
  expect(forecast.expectedCompleted).toEqual({ p15: 3, p50: 3, p85: 3 });
  expect(new Set(forecast.unlikelyStoryIds)).toEqual(new Set([later.id, blocked.id]));
  expect(forecast.unlikelyStoryIds).not.toContain(inTime.id);
});

test('a sprint of a team that the caller is not in is not found', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const [insider, outsider] = [await workspace.person('member', [team]), await workspace.person('member')];
  const sprint = await planningApi(workspace, insider.client).sprint(team);
  const path = `${workspace.path}/sprints/${sprint.id}/forecast`;
  expect((await insider.client.get(path)).status).toBe(200);
  const svg = await fetch(sharedService().baseUrl + path, {
    headers: { accept: 'image/svg+xml', authorization: `Bearer ${insider.token}` },
  });
  expect([svg.status, svg.headers.get('content-type')]).toEqual([200, 'image/svg+xml']);
  expect(await svg.text()).toContain(`Forecast of ${sprint.name}`);
  expectRefusal(await outsider.client.get(path), 404, 'not_found');
});
