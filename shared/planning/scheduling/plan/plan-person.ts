import { buildPlan, latenessOf, type Draft } from './build-plan.ts';
import { PLAN_STEPS_MAX, type Effort } from './effort.ts';
import { explainPlan } from './explain-plan.ts';
import { afterThoseTheyWaitFor, urgenciesOf, withoutCircles, type Urgency } from './order.ts';
import type { Job } from './job.ts';
import { prepare, type Prepared } from './prepare.ts';
import type { PlanInput, PlannedTask } from './task.ts';
import { standAs, withinLimit } from './limit-tasks.ts';

/** How many placements of a job may be tried in all, so that large plans take no longer. */
const PLACEMENTS_MAX = 8_000;
/** A plan that moves everything has to be so much less late than one that moves little. */
const WORTH_MOVING = 0.95;

/**
 * Plans the stories of a person: what is due first and more urgent first, as little moved as possible against the plan
 * before. The same input makes the same plan. What it costs is bounded, and added to the effort.
 */
export function planPerson(all: PlanInput, effort: Effort = { steps: 0 }): PlannedTask[] {
  const { tasks, beyond } = withinLimit(all);
  const input = { ...all, tasks };
  const prepared = prepare(input, beyond, effort);
  const { waiting } = withoutCircles(tasks);
  const search = newSearch(prepared, waiting);
  const steady = search.promoteWhatSuffers(buildPlan(prepared, []));
  const isGood = steady.unplaced === 0 && steady.lateness === 0;
  const anew = isGood ? steady : search.planAnew();
  const isWorth =
    anew.unplaced < steady.unplaced ||
    (anew.unplaced === steady.unplaced && anew.lateness < steady.lateness * WORTH_MOVING);
  const planned = explainPlan(input, prepared, isWorth ? anew : steady);
  return [...planned, ...beyond.map((task) => standAs(task, all.now))].sort((a, b) => (a.id < b.id ? -1 : 1));
}

const isBetter = (one: Draft, other: Draft): boolean =>
  one.unplaced < other.unplaced || (one.unplaced === other.unplaced && one.lateness < other.lateness);

const isNoWorse = (one: Draft, other: Draft): boolean => !isBetter(other, one);

function newSearch(prepared: Prepared, waiting: ReadonlyMap<string, readonly string[]>) {
  const { jobs, jobOf, effort } = prepared;
  const stepsMax = effort.steps + PLAN_STEPS_MAX;
  const rank = new Map(jobs.map((job, position) => [job, position]));
  let left = Math.max(6, Math.floor(PLACEMENTS_MAX / Math.max(1, jobs.length)));
  const attempt = (promoted: readonly Job[]): Draft | undefined =>
    left-- > 0 && effort.steps < stepsMax ? buildPlan(prepared, promoted) : undefined;

  /** A job with those that it waits for, which have to come first. */
  function withPredecessors(job: Job): Job[] {
    const all = new Set<Job>();
    const add = (one: Job): void => {
      if (all.has(one)) return;
      all.add(one);
      for (const id of waiting.get(one.task.id) ?? []) add(jobOf.get(id)!);
    };
    add(job);
    return [...all];
  }

  /**
   * Places, one after another, those first that are late, do not fit, or come after less urgent ones, if that makes
   * nothing worse; everything else stays as far as it can.
   */
  function promoteWhatSuffers(start: Draft): Draft {
    let best = start;
    let promoted: Job[] = [];
    for (const job of jobs) {
      if (promoted.includes(job) || job.left === 0) continue;
      const blocks = best.placed.get(job.task.id);
      const isLate = !blocks || latenessOf(job, blocks) > 0;
      if (!isLate && !comesAfterLessUrgent(job, best)) continue;
      const next = [...new Set([...promoted, ...withPredecessors(job)])].sort(
        (a, b) => rank.get(a)! - rank.get(b)!,
      );
      const tried = attempt(next);
      if (!tried) break;
      if (isLate ? !isBetter(tried, best) : !isNoWorse(tried, best)) continue;
      [best, promoted] = [tried, next];
    }
    return best;
  }

  /** Whether a job without a due date comes after something of a lower priority. */
  function comesAfterLessUrgent({ task, weight }: Job, { placed }: Draft): boolean {
    const end = placed.get(task.id)?.at(-1)?.end;
    if (task.dueAt !== null || end === undefined) return false;
    return jobs.some((other) => {
      const first = placed.get(other.task.id)?.[0];
      return first !== undefined && other.weight < weight && first.start < end;
    });
  }

  /** Plans without regard to the plan before: tries several orders, and improves the best one step by step. */
  function planAnew(): Draft {
    const urgencies = urgenciesOf(jobs, { ...prepared, waiting });
    const planned = [...urgencies.values()].filter(({ job }) => job.left > 0);
    const orders = [[...jobs], ...[1, 2, 4].map((patience) => byTardiness(planned, waiting, patience))];
    // Each order is tried, whatever has been spent before.
    left -= orders.length;
    const drafts = orders.map((order) => ({
      order,
      draft: buildPlan(prepared, afterThoseTheyWaitFor(order, waiting)),
    }));
    return improve(drafts.reduce((best, one) => (isBetter(one.draft, best.draft) ? one : best)));
  }

  /** Moves late jobs to earlier turns, as long as that helps and there are attempts left. */
  function improve(start: { order: Job[]; draft: Draft }): Draft {
    let { order, draft } = start;
    for (let isImproved = true; isImproved && left > 0;) {
      isImproved = false;
      for (let from = order.length - 1; from > 0 && left > 0; from--) {
        const job = order[from]!;
        const blocks = draft.placed.get(job.task.id);
        if (blocks && latenessOf(job, blocks) === 0) continue;
        for (let to = from - 1; to >= 0 && left > 0; to--) {
          const moved = [...order.slice(0, to), job, ...order.slice(to, from), ...order.slice(from + 1)];
          const tried = attempt(afterThoseTheyWaitFor(moved, waiting));
          if (!tried) return draft;
          if (!isBetter(tried, draft)) continue;
          [order, draft, isImproved] = [moved, tried, true];
          break;
        }
      }
    }
    return draft;
  }

  return { promoteWhatSuffers, planAnew };
}

/**
 * The order of the apparent tardiness cost rule (Vepsalainen and Morton, 1987): at each time the job with the highest
 * weight for its length, the less so the more slack it has. With a higher patience, slack counts for less.
 */
function byTardiness(
  all: readonly Urgency[],
  waiting: ReadonlyMap<string, readonly string[]>,
  patience: number,
): Job[] {
  const open = new Set(all);
  const done = new Set<string>();
  const known = new Set(all.map(({ job }) => job.task.id));
  const mean = Math.max(1, all.reduce((sum, { job }) => sum + job.left, 0) / Math.max(1, all.length));
  const order: Job[] = [];
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
