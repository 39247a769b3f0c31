import type { PlannedTask, Task } from '../../shared/planning/scheduling/plan/task.ts';
import type { TimeSpan } from '../../shared/planning/scheduling/working-time/time-span.ts';
import type { TimeOff, WorkingHours } from '../../shared/planning/scheduling/working-time/working-time.ts';

/** What a plan is made for, as people say it. */
export interface Situation {
  now: number;
  timeZone: string;
  weekly: WorkingHours['weekly'];
  timeOff: Pick<TimeOff, 'startDate' | 'endDate'>[];
  busy: TimeSpan[];
  shares: Record<string, number>;
  tasks: Task[];
}

/** Clocks are a multiple of it apart, and the working hours of tests begin and end on multiples of it. */
const STEP = 15;

const clocks = new Map<string, Intl.DateTimeFormat>();
const shown = new Map<string, ReturnType<typeof readClock>>();

function clockOf(timeZone: string, minute: number) {
  const key = `${timeZone} ${minute}`;
  const known = shown.get(key) ?? readClock(timeZone, minute);
  shown.set(key, known);
  return known;
}

/** What a clock in a zone shows at a minute. */
function readClock(timeZone: string, minute: number) {
  const format =
    clocks.get(timeZone) ??
    new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      weekday: 'long',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
    });
  clocks.set(timeZone, format);
  const parts = format.formatToParts(minute * 60_000);
  const of = (type: string) => parts.find((part) => part.type === type)!.value;
  return {
    weekday: of('weekday').toLowerCase() as keyof WorkingHours['weekly'],
    day: `${of('year')}-${of('month')}-${of('day')}`,
    time: `${of('hour')}:${of('minute')}`,
  };
}

/** Whether somebody works at a minute, by the clock of their zone. */
function isWorking({ timeZone, weekly, timeOff }: Situation, minute: number): boolean {
  const { weekday, day, time } = clockOf(timeZone, minute);
  if (timeOff.some(({ startDate, endDate }) => startDate <= day && day <= endDate)) return false;
  return weekly[weekday].some(({ start, end }) => start <= time && time < end);
}

const minutesOf = (spans: readonly TimeSpan[]) => spans.reduce((sum, { start, end }) => sum + end - start, 0);
const overlap = (one: TimeSpan, other: TimeSpan) => one.start < other.end && other.start < one.end;

/** The first and the last minute, and those between at which the clock can pass an edge of working hours. */
const minutesToCheck = (from: number, end: number): number[] => [
  ...new Set([
    from,
    ...Array.from(
      { length: Math.ceil((end - from) / STEP) },
      (_, n) => (Math.floor(from / STEP) + n + 1) * STEP,
    ).filter((one) => one < end),
    end - 1,
  ]),
];

/** The rules that a plan breaks, in words; found without the planner's code. */
export function brokenRules(situation: Situation, plan: readonly PlannedTask[]): string[] {
  const { now, busy, tasks } = situation;
  const broken: string[] = [];
  const planOf = new Map(plan.map((one) => [one.id, one]));
  if (plan.length !== tasks.length) broken.push('not every story is in the plan once');
  const ahead = (id: string) => planOf.get(id)!.blocks.filter(({ end }) => end > now);

  for (const task of tasks) {
    const { id, status, blocks, slack, misfit } = planOf.get(task.id)!;
    const break_ = (rule: string) => broken.push(`${id}: ${rule}`);
    const last = blocks.at(-1)?.end;
    if (task.locked) {
      if (JSON.stringify(blocks.map(({ start, end }) => ({ start, end }))) !== JSON.stringify(task.blocks)) {
        break_('a locked story was moved');
      }
      continue;
    }
    if (blocks.some((block, at) => at > 0 && block.start < blocks[at - 1]!.end))
      break_('blocks out of order');
    if ((status === 'cannot_fit') !== (misfit !== null)) break_('the reason does not fit the status');
    if (status === 'cannot_fit') {
      if (ahead(id).length > 0) break_('blocks of what cannot fit');
      continue;
    }
    if (minutesOf(blocks) < task.duration) break_('too little time');
    const had = task.blocks.filter(({ start }) => start < now);
    const shortest = Math.min(task.focus ?? 30, task.duration);
    if (had.length === 0 && minutesOf(blocks) !== task.duration) break_('too much time');
    const isLate = task.dueAt !== null && last !== undefined && last > task.dueAt;
    if (status !== (isLate ? 'at_risk' : 'scheduled')) break_(`is ${status}`);
    const expected = task.dueAt === null || last === undefined ? null : task.dueAt - last;
    if (slack !== expected) break_('wrong slack');
    for (const block of ahead(id)) {
      const isBegun = block.start < now;
      if (!isBegun && block.end - block.start < shortest) break_('a block shorter than its focus');
      if (block.start < (task.startsAt ?? block.start)) break_('before its start date');
      for (const { id: other, endsAt } of task.waitsFor) {
        const before = planOf.get(other);
        const end = before ? before.blocks.at(-1)?.end : endsAt;
        if (before?.status === 'cannot_fit' || end === undefined || end === null || block.start < end) {
          break_(`before ${other}, which blocks it`);
        }
      }
      for (const taken of busy)
        if (overlap({ ...block, start: Math.max(now, block.start) }, taken)) break_('in a busy time');
      for (const minute of minutesToCheck(Math.max(now, block.start), block.end)) {
        if (!isWorking(situation, minute)) break_(`outside of working hours at ${minute}`);
      }
      for (const other of tasks) {
        if (other.id <= id && !other.locked) continue;
        if (other.id !== id && ahead(other.id).some((one) => overlap(one, block)))
          break_(`at once with ${other.id}`);
      }
    }
  }
  return [...broken, ...brokenShares(situation, planOf)];
}

/** Teams that take more of a week ahead than their share. */
function brokenShares(situation: Situation, planOf: ReadonlyMap<string, PlannedTask>): string[] {
  const { timeZone, shares, tasks, now } = situation;
  const weekOf = (minute: number): string => {
    const { day } = clockOf(timeZone, minute);
    const at = Date.parse(day) / 86_400_000;
    // 1970-01-05 was a Monday.
    return String(Math.floor((at - 4) / 7));
  };
  return Object.entries(shares).flatMap(([teamId, share]) => {
    const taken = new Map<string, number>();
    for (const { id, locked } of tasks.filter((task) => task.teamId === teamId)) {
      for (const { start, end } of locked ? [] : planOf.get(id)!.blocks) {
        if (start >= now) taken.set(weekOf(start), (taken.get(weekOf(start)) ?? 0) + end - start);
      }
    }
    return [...taken].flatMap(([week, minutes]) => {
      const monday = (Number(week) * 7 + 4) * 1_440;
      let working = 0;
      for (let minute = monday - 1_500; minute < monday + 7 * 1_440 + 1_500; minute += STEP) {
        if (weekOf(minute) === week && isWorking(situation, minute)) working += STEP;
      }
      return minutes > working * share ? [`${teamId} takes ${minutes} of ${working} in week ${week}`] : [];
    });
  });
}
