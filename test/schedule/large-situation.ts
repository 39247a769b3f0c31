import { priorities } from '../../shared/kernel/core/priority.ts';
import type { Task } from '../../shared/planning/scheduling/plan/task.ts';
import type { Situation } from './check-plan.ts';
import { minute } from './situations.ts';

const office = [
  { start: '09:00', end: '12:30' },
  { start: '13:30', end: '17:00' },
];

/** 500 stories of one person over a year, most of them due, some waiting for others: 1,400 hours of 1,700. */
export function largeSituation(): Situation {
  const now = minute('2026-11-23T08:00:00Z');
  const tasks = Array.from({ length: 500 }, (_, at): Task => {
    const due = ((at * 7_919) % 350) + 5;
    return {
      id: `t${String(at).padStart(3, '0')}`,
      teamId: at % 3 ? 'A' : 'B',
      priority: priorities[(at * 13) % 5]!,
      plannedAs: { priority: priorities[(at * 13) % 5]!, notBefore: null },
      duration: 60 + ((at * 37) % 15) * 15,
      focus: at % 4 ? null : 60,
      startsAt: at % 5 ? null : now + Math.max(0, due - 60) * 1_440,
      dueAt: at % 10 ? now + due * 1_440 : null,
      locked: false,
      waitsFor: at % 25 === 24 ? [{ id: `t${String(at - 1).padStart(3, '0')}`, endsAt: null }] : [],
      blocks: [],
    };
  });
  const busy = Array.from({ length: 250 }, (_, day) => {
    const start = now + day * 1_440 + 120;
    return { start, end: start + 45 };
  });
  const weekly = { monday: office, tuesday: office, wednesday: office, thursday: office, friday: office };
  return {
    now,
    timeZone: 'Europe/Berlin',
    timeOff: [{ startDate: '2027-07-19', endDate: '2027-08-06' }],
    weekly: { ...weekly, saturday: [], sunday: [] },
    busy,
    shares: {},
    tasks,
  };
}
