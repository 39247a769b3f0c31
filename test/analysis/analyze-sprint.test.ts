import { beforeEach, describe, expect, test } from 'vitest';
import { analyzeSprint } from '../../shared/planning/analysis/analyze-sprint.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { Sprint } from '../../shared/planning/sprints/sprint.ts';
import { newHistory, type History } from './history.ts';

let history: History;

beforeEach(async () => {
  history = await newHistory();
});

const analyze = ({ id }: { id: string }): Promise<any> =>
  history.run(analyzeSprint, { path: { sprintId: id } });

const amount = (stories: number, estimate = stories) => ({ stories, estimate });
const nothing = { added: amount(0), removed: amount(0), completed: amount(0), reopened: amount(0) };
const noSpread = { known: 0, unknown: 0, p50Days: null, p85Days: null, p95Days: null, longestDays: null };

test('the figures of a sprint of five days match a calculation by hand', async () => {
  let sprint!: Sprint, objectiveId!: string;
  const [a, b, c, d, f, g] = ['a', 'b', 'c', 'd', 'f', 'g'] as const;
  const s: Record<string, Awaited<ReturnType<History['story']>>> = {};
  const make = async (name: string, fields: object) => {
    s[name] = await history.story({ title: name, sprintId: sprint.id, ...fields });
  };
  const change = async (name: string, fields: object) => {
    s[name] = await history.change(s[name]!, fields);
  };
  const move = async (name: string, category: Parameters<History['move']>[1]) => {
    s[name] = await history.move(s[name]!, category);
  };

  await history.during('2026-11-15T12:00', async () => {
    sprint = await history.sprint({ name: 'Sprint 1' });
    objectiveId = (await history.objective()).id;
    await make(a, { estimateValue: 3, objectiveId });
    await make(b, {});
    await make(f, { estimateValue: 2, assigneeId: history.member.id });
    await make(g, {});
  });
  await history.during('2026-11-16T10:00', async () => {
    await make(c, { estimateValue: 5 });
    await move(a, 'started');
    await move(f, 'started');
  });
  await history.during('2026-11-17T22:00', async () => {
    await make(d, { estimateValue: 2 });
    await change(b, { estimateValue: 3 });
    await move(a, 'completed');
  });
  await history.during('2026-11-18T12:00', async () => {
    await change(c, { clearFields: ['sprintId'] });
    await history.archive(s[d]!);
    await move(b, 'started');
    await move(g, 'completed');
  });
  await history.during('2026-11-19T08:00', () => move(a, 'started'));
  await history.during('2026-11-19T16:00', () => move(f, 'completed'));
  history.on('2026-11-19T18:00');

  const { burnDown, groups, oldest, definitions, ...rest } = await analyze(sprint);
  expect(burnDown).toEqual([
    {
      day: '2026-11-16',
      remaining: amount(5, 12),
      ideal: amount(4, 9.6),
      ...nothing,
      added: amount(1, 5),
      reestimated: 0,
    },
    {
      day: '2026-11-17',
      remaining: amount(5, 13),
      ideal: amount(3, 7.2),
      ...nothing,
      added: amount(1, 2),
      reestimated: 2,
      completed: amount(1, 3),
    },
    {
      day: '2026-11-18',
      remaining: amount(2, 5),
      ideal: amount(2, 4.8),
      ...nothing,
      removed: amount(2, 7),
      reestimated: 0,
      completed: amount(1),
    },
    {
      day: '2026-11-19',
      remaining: amount(2, 6),
      ideal: amount(1, 2.4),
      ...nothing,
      reestimated: 0,
      completed: amount(1, 2),
      reopened: amount(1, 3),
    },
    { day: '2026-11-20', remaining: null, ideal: amount(0), ...nothing, reestimated: 0 },
  ]);
  // a began on Monday at 10 and was never put back, b on Wednesday at 12; g never stood in a started status.
  const figures = {
    completed: amount(2, 3),
    cycleTime: { known: 1, unknown: 1, p50Days: 3.25, p85Days: 3.25, p95Days: 3.25, longestDays: 3.25 },
    inProgress: amount(2, 6),
    age: { known: 2, unknown: 0, p50Days: 1.25, p85Days: 3.33, p95Days: 3.33, longestDays: 3.33 },
  };
  expect(rest).toEqual({
    id: sprint.id,
    name: 'Sprint 1',
    startDate: sprint.startDate,
    endDate: sprint.endDate,
    timeZone: 'UTC',
    remaining: amount(2, 6),
    ...figures,
    throughput: [{ weekStartDate: '2026-11-16', completed: amount(2, 3) }],
    historyComplete: true,
    truncated: false,
  });
  expect(oldest).toEqual([
    {
      id: s[a]!.id,
      reference: s[a]!.reference,
      title: 'a',
      assigneeId: null,
      startedAt: '2026-11-16T10:00:00.000Z',
      days: 3.33,
    },
    {
      id: s[b]!.id,
      reference: s[b]!.reference,
      title: 'b',
      assigneeId: null,
      startedAt: '2026-11-18T12:00:00.000Z',
      days: 1.25,
    },
  ]);
  const one = (days: number) => ({
    known: 1,
    unknown: 0,
    p50Days: days,
    p85Days: days,
    p95Days: days,
    longestDays: days,
  });
  const unstarted = { ...noSpread, unknown: 1 };
  const done = { inProgress: amount(0), age: noSpread };
  expect(groups).toEqual([
    { by: 'team', id: history.team.id, ...figures },
    { by: 'assignee', id: history.member.id, completed: amount(1, 2), cycleTime: one(3.25), ...done },
    { by: 'assignee', id: null, ...figures, completed: amount(1), cycleTime: unstarted },
    {
      by: 'objective',
      id: objectiveId,
      completed: amount(0),
      cycleTime: noSpread,
      inProgress: amount(1, 3),
      age: one(3.33),
    },
    { by: 'objective', id: null, ...figures, inProgress: amount(1, 3), age: one(1.25) },
  ]);
  expect(Object.keys(definitions)).toEqual(
    expect.arrayContaining([
      'remaining',
      'ideal',
      'added',
      'removed',
      'reestimated',
      'cycleTime',
      'age',
      'days',
    ]),
  );
  expect(definitions.days).toContain('including weekends');
});

test('the remaining work equals what the sprint itself counts', async () => {
  let sprint!: Sprint;
  await history.during('2026-11-16T08:00', async () => {
    sprint = await history.sprint();
    const deleted = await history.story({ sprintId: sprint.id, estimateValue: 8 });
    const done = await history.story({ sprintId: sprint.id, estimateValue: 5 });
    await history.story({ sprintId: sprint.id, statusId: await history.statusId('cancelled') });
    await history.count();
    await history.delete(deleted);
    await history.archive(await history.move(done, 'completed'));
  });
  const [first] = (await analyze(sprint)).burnDown;
  expect(first).toMatchObject({
    remaining: amount(0),
    added: amount(2, 13),
    removed: amount(2, 13),
    completed: amount(0),
    reopened: amount(0),
  });
});

describe('a sprint', () => {
  test('that is empty has zero in every figure', async () => {
    history.on('2026-11-17T08:00');
    const { burnDown, ...rest } = await analyze(await history.sprint());
    expect(burnDown).toHaveLength(5);
    for (const day of burnDown) expect(day).toMatchObject({ ideal: amount(0), ...nothing });
    expect(rest).toMatchObject({
      completed: amount(0),
      inProgress: amount(0),
      cycleTime: noSpread,
      age: noSpread,
      groups: [],
      oldest: [],
      truncated: false,
      historyComplete: true,
      throughput: [{ weekStartDate: '2026-11-16', completed: amount(0) }],
    });
  });

  test('that has not begun shows the line from what it holds', async () => {
    let sprint!: Sprint;
    await history.during('2026-11-01T08:00', async () => {
      sprint = await history.sprint();
      await history.story({ sprintId: sprint.id, estimateValue: 5 });
    });
    const { burnDown, throughput } = await analyze(sprint);
    expect(burnDown.map(({ remaining }: any) => remaining)).toEqual([null, null, null, null, null]);
    expect(burnDown.map(({ ideal }: any) => ideal.estimate)).toEqual([4, 3, 2, 1, 0]);
    expect(throughput).toEqual([]);
  });

  test('that is over stays as it ended, whatever happens to its stories later', async () => {
    let sprint!: Sprint;
    let story!: Awaited<ReturnType<History['story']>>;
    await history.during('2026-11-16T08:00', async () => {
      sprint = await history.sprint();
      story = await history.story({ sprintId: sprint.id, estimateValue: 5 });
    });
    await history.during('2026-11-27T08:00', async () => {
      story = await history.move(await history.move(story, 'started'), 'completed');
    });
    const { burnDown, completed } = await analyze(sprint);
    expect(burnDown.map(({ remaining }: any) => remaining.estimate)).toEqual([5, 5, 5, 5, 5]);
    expect(completed).toEqual(amount(0));
  });

  test('that is filled after it has begun has a line from what it was filled with', async () => {
    let sprint!: Sprint;
    await history.during('2026-11-14T08:00', async () => {
      sprint = await history.sprint();
    });
    await history.during('2026-11-17T08:00', () => history.story({ sprintId: sprint.id, estimateValue: 5 }));
    await history.during('2026-11-18T08:00', () => history.story({ sprintId: sprint.id, estimateValue: 5 }));
    const { burnDown } = await analyze(sprint);
    expect(burnDown.map(({ ideal }: any) => ideal.estimate)).toEqual([4, 3, 2, 1, 0]);
  });

  test('whose counts were repaired says that its days are incomplete', async () => {
    let sprint!: Sprint;
    await history.during('2026-11-16T08:00', async () => {
      sprint = await history.sprint();
      await history.story({ sprintId: sprint.id });
    });
    const counts = { pk: `P#${sprint.id}`, sk: '#COUNTS' };
    await commit(history.database, [{ update: counts, with: { add: { backlog: 1, remainingSize: 100 } } }]);
    history.on('2026-11-17T08:00');
    const { burnDown, historyComplete } = await analyze(sprint);
    expect(historyComplete).toBe(false);
    expect(burnDown[1].remaining).toEqual(amount(2));
  });
});

test('a sprint of more than 2,000 stories is analyzed by its newest ones, and the answer says so', async () => {
  history.on('2026-11-16T08:00');
  const sprint = await history.sprint();
  const first = await history.story({ sprintId: sprint.id, statusId: await history.statusId('completed') });
  history.on('2026-11-16T09:00');
  await history.fill(2_000, { sprintId: sprint.id });
  expect(await analyze(sprint)).toMatchObject({ truncated: true, completed: amount(0) });
  await history.delete(first);
  expect(await analyze(sprint)).toMatchObject({ truncated: false, completed: amount(0) });
});
