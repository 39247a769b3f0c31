import { buildPlan, latenessOf, type Draft, type AttemptStart } from './build-plan.ts';
import { PLAN_STEPS_MAX, type Effort } from './effort.ts';
import { explainPlan } from './explain-plan.ts';
import { topologicalOrder, urgenciesOf, breakCycles, type Urgency } from './order.ts';
import type { PlanJob } from './job.ts';
import { preparePlan, type PreparedPlan } from './prepare.ts';
import type { PlanInput, PlannedTask, WorkWindow } from './task.ts';
import { planBeyondLimit, withinLimit } from './limit-tasks.ts';

/** The maximum number of placements that are tried, which bounds the time for large plans. */
const PLACEMENTS_MAX = 8_000;
/**
 * The maximum lateness of a plan from scratch, relative to that of a plan that moves little, at which it replaces it.
 */
const WORTH_MOVING = 0.95;

/**
 * Plans the stories of a person: by due date and urgency, with few changes to the previous plan. The same input gives
 * the same plan. The cost is bounded, and added to the effort.
 */
export function planPerson(all: PlanInput, effort: Effort = { steps: 0 }): PlannedTask[] {
  const { tasks, beyond } = withinLimit(all);
  const input = { ...all, tasks };
  const prepared = preparePlan(input, beyond, effort);
  const { waiting } = breakCycles(tasks);
  const search = newSearch(prepared, waiting);
  const steady = search.promoteLateTasks(buildPlan(prepared, { promoted: [] }));
  const isGood = steady.unplaced === 0 && steady.lateness === 0;
  const replanned = isGood ? steady : search.replan();
  const isWorth =
    replanned.unplaced < steady.unplaced ||
    (replanned.unplaced === steady.unplaced && replanned.lateness < steady.lateness * WORTH_MOVING);
  const planned = explainPlan(input, prepared, isWorth ? replanned : steady);
  return [...planned, ...beyond.map((task) => planBeyondLimit(task, all.now))].sort((a, b) =>
    a.id < b.id ? -1 : 1,
  );
}

const isBetter = (one: Draft, other: Draft): boolean =>
  one.unplaced < other.unplaced || (one.unplaced === other.unplaced && one.lateness < other.lateness);

const isNoWorse = (one: Draft, other: Draft): boolean => !isBetter(other, one);

/** Whether the previous plan has a job after a less urgent one, although it could begin as early as now. */
const cameAfter = ({ before: one }: PlanJob, { before: other }: PlanJob, earliest: number): boolean =>
  one !== undefined &&
  other !== undefined &&
  other.weight < one.weight &&
  other.start < one.end &&
  (one.notBefore ?? -Infinity) <= earliest;

function newSearch(prepared: PreparedPlan, waiting: ReadonlyMap<string, readonly string[]>) {
  const { jobs, jobOf, effort } = prepared;
  const stepsMax = effort.steps + PLAN_STEPS_MAX;
  let left = Math.max(6, Math.floor(PLACEMENTS_MAX / Math.max(1, jobs.length)));
  const attempt = (start: AttemptStart): Draft | undefined =>
    left-- > 0 && effort.steps < stepsMax ? buildPlan(prepared, start) : undefined;

  /** A job with its blockers, which have to come first. */
  function withPredecessors(job: PlanJob): PlanJob[] {
    const all = new Set<PlanJob>();
    const add = (one: PlanJob): void => {
      if (all.has(one)) return;
      all.add(one);
      for (const id of waiting.get(one.task.id) ?? []) add(jobOf.get(id)!);
    };
    add(job);
    return [...all];
  }

  /**
   * Promotes jobs one after another: those that are late or do not fit, and those that newly come after less urgent
   * ones, as long as no promotion makes the plan worse. Everything else stays in place as far as possible.
   */
  function promoteLateTasks(start: Draft): Draft {
    let best = start;
    const promoted = new Set<PlanJob>();
    for (const job of jobs) {
      if (promoted.has(job) || job.left === 0) continue;
      const blocks = best.placed.get(job.task.id);
      const isLate = !blocks || latenessOf(job, blocks) > 0;
      const overtaken = isLate ? undefined : firstToOvertake(job, best);
      if (!isLate && overtaken === undefined) continue;
      const settled = settledFor(job, best, { promoted, until: overtaken ?? -Infinity });
      const first = withPredecessors(job).filter((one) => !settled.has(one));
      const tried = attempt({ settled, promoted: first });
      if (!tried) break;
      if (isLate ? !isBetter(tried, best) : !isNoWorse(tried, best)) continue;
      best = tried;
      // Also what was settled already: it has to stay before the job when others are promoted.
      for (const one of withPredecessors(job)) promoted.add(one);
    }
    return best;
  }

  /** The jobs that stay in place when a job is promoted: earlier promoted ones that begin before a minute. */
  function settledFor(
    job: PlanJob,
    { placed }: Draft,
    { promoted, until }: { promoted: ReadonlySet<PlanJob>; until: number },
  ): ReadonlyMap<PlanJob, readonly WorkWindow[]> {
    const settled = new Map<PlanJob, readonly WorkWindow[]>();
    for (const other of jobs) {
      const blocks = placed.get(other.task.id);
      const stays = blocks?.[0] && (promoted.has(other) || blocks[0].start < until);
      if (stays && other !== job) settled.set(other, blocks);
    }
    return settled;
  }

  /**
   * The start of the first less urgent job that a job without a due date newly comes after, and that can still yield. A
   * less urgent job that preceded it in the previous plan keeps its place unless the job can now begin earlier: the
   * passing of time alone moves nothing.
   */
  function firstToOvertake(job: PlanJob, { placed, earliest }: Draft): number | undefined {
    const [start, end] = [earliest(job), placed.get(job.task.id)?.at(-1)?.end];
    if (job.task.dueAt !== null || start === undefined || end === undefined) return undefined;
    let first: number | undefined;
    for (const other of jobs) {
      const blocks = placed.get(other.task.id);
      if (!blocks?.length || other.weight >= job.weight || blocks[0]!.start >= Math.min(end, first ?? end))
        continue;
      const canGiveWay = other.task.dueAt === null || blocks.at(-1)!.end + job.left <= other.task.dueAt;
      if (canGiveWay && !cameAfter(job, other, start)) first = blocks[0]!.start;
    }
    return first;
  }

  /** Plans from scratch: tries several orders, and improves the best one step by step. */
  function replan(): Draft {
    const urgencies = urgenciesOf(jobs, { ...prepared, waiting });
    const planned = [...urgencies.values()].filter(({ job }) => job.left > 0);
    const orders = [[...jobs], ...[1, 2, 4].map((patience) => byTardiness(planned, waiting, patience))];
    // Each order is tried, whatever has been spent before.
    left -= orders.length;
    const drafts = orders.map((order) => ({
      order,
      draft: buildPlan(prepared, { promoted: topologicalOrder(order, waiting) }),
    }));
    return improve(drafts.reduce((best, one) => (isBetter(one.draft, best.draft) ? one : best)));
  }

  /** Moves late jobs to earlier turns, as long as that helps and there are attempts left. */
  function improve(start: { order: PlanJob[]; draft: Draft }): Draft {
    let { order, draft } = start;
    for (let isImproved = true; isImproved && left > 0;) {
      isImproved = false;
      for (let from = order.length - 1; from > 0 && left > 0; from--) {
        const job = order[from]!;
        const blocks = draft.placed.get(job.task.id);
        if (blocks && latenessOf(job, blocks) === 0) continue;
        for (let to = from - 1; to >= 0 && left > 0; to--) {
          const moved = [...order.slice(0, to), job, ...order.slice(to, from), ...order.slice(from + 1)];
          const tried = attempt({ promoted: topologicalOrder(moved, waiting) });
          if (!tried) return draft;
          if (!isBetter(tried, draft)) continue;
          [order, draft, isImproved] = [moved, tried, true];
          break;
        }
      }
    }
    return draft;
  }

  return { promoteLateTasks, replan };
}

/**
 * The order of the apparent tardiness cost rule (Vepsalainen and Morton, 1987): at each time the job with the highest
 * weight for its length, the less so the more slack it has. With a higher patience, slack counts for less.
 */
function byTardiness(
  all: readonly Urgency[],
  waiting: ReadonlyMap<string, readonly string[]>,
  patience: number,
): PlanJob[] {
  const open = new Set(all);
  const done = new Set<string>();
  const known = new Set(all.map(({ job }) => job.task.id));
  const mean = Math.max(1, all.reduce((sum, { job }) => sum + job.left, 0) / Math.max(1, all.length));
  const order: PlanJob[] = [];
  let time = 0;
  while (open.size > 0) {
    let best: { one: Urgency; value: number } | undefined;
    let next = Infinity;
    for (const one of open) {
      const isReady = (waiting.get(one.job.task.id) ?? []).every((id) => done.has(id) || !known.has(id));
      if (!isReady) continue;
      if (one.release > time) next = Math.min(next, one.release);
      else {
        const slack = Math.max(0, one.due - one.job.left - time);
        const value = (one.weight / Math.max(1, one.job.left)) * Math.exp(-slack / (patience * mean));
        if (!best || value > best.value) best = { one, value };
      }
    }
    if (!best && next < Infinity) {
      time = next;
      continue;
    }
    // Those of a circle are never ready; none of them is placed.
    const { one } = best ?? { one: open.values().next().value! };
    open.delete(one);
    done.add(one.job.task.id);
    order.push(one.job);
    time += one.job.left;
  }
  return order;
}
