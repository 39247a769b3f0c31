import { priorities } from '../../shared/kernel/core/priority.ts';
import type { Task } from '../../shared/planning/scheduling/plan/task.ts';
import type { Situation } from './check-plan.ts';
import { minute } from './situations.ts';

const clock = (minutes: number): string =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
const day = Array.from({ length: 8 }, (_, at) => ({ start: clock(at * 180), end: clock(at * 180 + 175) }));

/** What the limits let one member do: 200 long stories, all late, eight stretches every day, a thousand busy times. */
export function hostileSituation(): Situation {
  const now = minute('2026-11-23T08:00:00Z');
  const tasks = Array.from({ length: 200 }, (_, at): Task => ({
    id: `t${String(at).padStart(3, '0')}`,
    teamId: 'A',
    priority: priorities[at % 5]!,
    plannedAs: { priority: priorities[at % 5]!, notBefore: null },
    duration: 2_400,
    focus: null,
    startsAt: null,
    dueAt: now + (1 + (at % 30)) * 1_440,
    locked: false,
    waitsFor: [],
    blocks: [],
  }));
  const busy = Array.from({ length: 1_000 }, (_, at) => {
    const start = now + at * 360 + 35;
    return { start, end: start + 10 };
  });
  const weekly = {
    monday: day,
    tuesday: day,
    wednesday: day,
    thursday: day,
    friday: day,
    saturday: day,
    sunday: day,
  };
  return { now, timeZone: 'UTC', timeOff: [], weekly, busy, shares: {}, tasks };
}
