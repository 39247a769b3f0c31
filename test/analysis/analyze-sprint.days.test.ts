import { beforeEach, describe, expect, test } from 'vitest';
import { analyzeSprint } from '../../shared/planning/analysis/analyze-sprint.ts';
import { updateSprint } from '../../shared/planning/sprints/update-sprint.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { newHistory, type History } from './history.ts';

let history: History;

beforeEach(async () => {
  history = await newHistory();
});

const analyze = ({ id }: { id: string }): Promise<any> =>
  history.run(analyzeSprint, { path: { sprintId: id } });

describe('a sprint', () => {
  test('shows the days of a weekend, on which its line is level', async () => {
    history.on('2026-11-16T08:00');
    const weekend = { startDate: '2026-11-20T00:00:00Z', endDate: '2026-11-23T00:00:00Z' };
    const sprint = await history.sprint(weekend);
    await history.story({ sprintId: sprint.id, estimateValue: 8 });
    await history.count();
    const { burnDown } = await analyze(sprint);
    expect(burnDown.map(({ day, ideal }: any) => [day, ideal.estimate])).toEqual([
      ['2026-11-20', 4],
      ['2026-11-21', 4],
      ['2026-11-22', 4],
      ['2026-11-23', 0],
    ]);
  });

  test('that lasts years shows 120 days, with today the last of them', async () => {
    let sprint!: Sprint;
    await history.during('2026-11-16T08:00', async () => {
      sprint = await history.sprint({ startDate: '0000-01-01T00:00:00Z', endDate: '9999-12-31T00:00:00Z' });
      await history.story({ sprintId: sprint.id });
    });
    const { burnDown, throughput } = await analyze(sprint);
    expect([burnDown.length, burnDown[0].day, burnDown.at(-1).day]).toEqual([
      120,
      '2026-07-20',
      '2026-11-16',
    ]);
    expect(burnDown.at(-1).remaining).toEqual({ stories: 1, estimate: 1 });
    expect(throughput.length).toBe(18);
  });

  test('in the first days of the years that dates can name is shown', async () => {
    const dates = { startDate: '0000-01-01T00:00:00Z', endDate: '0000-01-02T00:00:00Z' };
    const { burnDown, throughput } = await analyze(await history.sprint(dates));
    expect(burnDown.map(({ day }: any) => day)).toEqual(['0000-01-01', '0000-01-02']);
    expect(throughput.map(({ weekStartDate }: any) => weekStartDate)).toEqual(['0000-01-01']);
  });

  test('on the last day that dates can name is shown', async () => {
    const day = '9999-12-31T23:59:59Z';
    const { burnDown } = await analyze(await history.sprint({ startDate: day, endDate: day }));
    expect(burnDown.map(({ day }: any) => day)).toEqual(['9999-12-31']);
  });

  test('whose dates move is shown by its new ones', async () => {
    let sprint!: Sprint;
    await history.during('2026-11-16T08:00', async () => {
      sprint = await history.sprint();
      await history.story({ sprintId: sprint.id });
    });
    await history.run(updateSprint, {
      path: { sprintId: sprint.id },
      body: { expectedUpdatedAt: sprint.updatedAt, endDate: '2026-11-17T00:00:00Z' },
    });
    const { burnDown } = await analyze(sprint);
    expect(burnDown.map(({ ideal }: any) => ideal.stories)).toEqual([0.5, 0]);
  });
});
