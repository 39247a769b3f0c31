import { expect, test } from 'vitest';
import { analyzeSprint } from '../../shared/planning/analysis/analyze-sprint.ts';
import { analyzeWork } from '../../shared/planning/analysis/analyze-work.ts';
import { getCompletedCounters } from '../../shared/planning/counts/throughput-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { newHistory } from './history.ts';

const amount = (stories: number, estimate = stories) => ({ stories, estimate });

test('imported stories count on their own days, not on that of the import', async () => {
  const history = await newHistory();
  const { team, workspace, database, run } = history;
  const { token } = await workspace.person('admin', [team]);
  history.on('2026-11-15T09:00');
  const sprint = await history.sprint();
  const [done, backlog] = [await history.statusId('completed'), await history.statusId('backlog')];

  history.on('2026-11-19T10:00');
  const bring = async (fields: object, imported: object) => {
    await history.story({ sprintId: sprint.id, ...fields, imported }, token);
    await history.count();
  };
  const at = (day: string) => `${day}T12:00:00.000Z`;
  await bring(
    { statusId: done, estimateValue: 3 },
    { createdAt: at('2026-11-10'), startedAt: at('2026-11-14'), completedAt: at('2026-11-17') },
  );
  await bring({ statusId: backlog, estimateValue: 2 }, { createdAt: at('2026-11-17') });
  await bring({ statusId: done, estimateValue: 8 }, { createdAt: at('2026-11-12') });
  await bring(
    { statusId: done, estimateValue: 5 },
    { createdAt: at('2019-01-01'), completedAt: at('2019-02-01') },
  );

  const seen = await run<any>(analyzeSprint, { path: { sprintId: sprint.id } });
  const days = seen.burnDown.map((one: any) => [one.day, one.remaining, one.added, one.completed]);
  expect(days).toEqual([
    ['2026-11-16', amount(1, 3), amount(0), amount(0)],
    ['2026-11-17', amount(1, 2), amount(1, 2), amount(1, 3)],
    ['2026-11-18', amount(1, 2), amount(0), amount(0)],
    ['2026-11-19', amount(1, 2), amount(0), amount(0)],
    ['2026-11-20', null, amount(0), amount(0)],
  ]);
  expect(seen).toMatchObject({ historyComplete: true, completed: amount(1, 3) });
  expect(seen.cycleTime).toMatchObject({ known: 1, p50Days: 3 });

  const work = await run<any>(analyzeWork, { query: {} });
  expect(work.completed).toEqual(amount(1, 3));
  const read = createReader(database);
  // A counter of a day that is long gone would never be deleted again.
  expect([...(await getCompletedCounters(read, team.id))]).toMatchObject([['2026-11-17', { size: 300 }]]);
});
