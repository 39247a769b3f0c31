import { WEEK_DAYS } from './pace.ts';
import { planOf, type Work } from './work-plan.ts';

/** What a work is at: nothing that may be done, stories that nothing holds up, or the part of that number. */
const NOTHING = -1;
const REST = -2;
/** Sizes below are nothing, as sums of parts are not exact. */
const EPSILON = 1e-9;

interface Capacity {
  /** What is completed in each week up to and including each of its days, as in a pace. */
  byDay: Float64Array;
  /** The part of it that goes to the works, from 0 to 1. */
  inside: number;
  finish: (work: number, day: number) => void;
}

/**
 * The course of one trial after another: works that share a capacity, each with a queue of its parts. The capacity
 * that a work may not use goes to the others. `finish` hears on which day each is done, 1 being the first one.
 *
 * Time is measured by what a share of 1 has done (virtual time, as in weighted fair queueing), so that a week in which
 * nothing begins or ends costs the same for any number of works.
 */
export function createCourse(works: readonly Work[], { byDay, inside, finish }: Capacity) {
  const plan = planOf(works);
  const { parts, partsOf, opens, growth, share } = plan;
  const growing = Int32Array.from(works.flatMap((_, work) => (growth[work]! > 0 ? [work] : [])));
  const gain = growth.map((size, work) => size / share[work]!);
  const rest = new Float64Array(works.length);
  const ends = new Float64Array(works.length);
  const current = new Int32Array(works.length);
  const partsLeft = new Int32Array(works.length);
  const isOver = new Uint8Array(works.length);
  const needs = new Int32Array(parts.length);
  const from = new Int32Array(parts.length);
  const isDone = new Uint8Array(parts.length);
  let time = 0;
  let now = 0;
  let open = 0;
  let active = 0;
  let nextEnd = Infinity;
  let nextOpening = Infinity;

  function begin(): void {
    rest.set(plan.rest);
    needs.set(plan.needs);
    from.set(plan.from);
    isDone.fill(0);
    isOver.fill(0);
    current.fill(NOTHING);
    ends.fill(Infinity);
    time = 0;
    now = 0;
    open = works.length;
    for (let work = 0; work < works.length; work++) {
      partsLeft[work] = partsOf[work]!.length;
      take(work);
    }
    lookAhead();
    findNextOpening();
  }

  /** Lets a work go on with the first of its parts that may be done or, without any, with the rest. */
  function take(work: number): void {
    const taken = firstReady(work);
    if (taken === current[work]) return;
    if (current[work] === REST) rest[work] = (ends[work]! - time) * share[work]!;
    current[work] = taken;
    const size = taken === REST ? rest[work]! : taken === NOTHING ? Infinity : parts[taken]!.size;
    ends[work] = time + size / share[work]!;
  }

  function firstReady(work: number): number {
    if (partsLeft[work]! > 0) {
      for (const part of partsOf[work]!) {
        if (!isDone[part] && needs[part] === 0 && from[part]! <= now) return part;
      }
    }
    const isLeft = current[work] === REST || rest[work]! > EPSILON;
    return isLeft && opens[work]! <= now ? REST : NOTHING;
  }

  function lookAhead(): void {
    active = 0;
    findNextEnd();
    for (let work = 0; work < works.length; work++) {
      if (current[work] !== NOTHING) active += share[work]!;
    }
  }

  function findNextOpening(): void {
    nextOpening = Infinity;
    for (let work = 0; work < works.length; work++) {
      if (!isOver[work] && opens[work]! > now) nextOpening = Math.min(nextOpening, opens[work]!);
    }
    for (let part = 0; part < parts.length; part++) {
      if (!isDone[part] && needs[part] === 0 && from[part]! > now) {
        nextOpening = Math.min(nextOpening, from[part]!);
      }
    }
  }

  /** Ends what has reached its end. What waited for it may begin on the next day. */
  function end(day: number): void {
    for (let work = 0; work < works.length; work++) {
      if (ends[work]! > time + EPSILON) continue;
      const ended = current[work]!;
      current[work] = NOTHING;
      ends[work] = Infinity;
      if (ended === REST) {
        rest[work] = 0;
        continue;
      }
      isDone[ended] = 1;
      partsLeft[work]!--;
      for (const waiting of parts[ended]!.heldUp) {
        from[waiting] = Math.max(from[waiting]!, day);
        needs[waiting]!--;
        if (needs[waiting] === 0) nextOpening = Math.min(nextOpening, from[waiting]);
      }
    }
    now = Math.max(now, day - 1);
    for (let work = 0; work < works.length; work++) {
      if (isOver[work] || current[work] !== NOTHING) continue;
      take(work);
      if (partsLeft[work] === 0 && current[work] === NOTHING && rest[work]! <= EPSILON) {
        isOver[work] = 1;
        open--;
        finish(work, day);
      }
    }
    lookAhead();
  }

  function openAt(day: number): void {
    now = day;
    for (let work = 0; work < works.length; work++) if (!isOver[work]) take(work);
    lookAhead();
    findNextOpening();
  }

  function grow(lastDay: number): void {
    for (const work of growing) {
      if (current[work] === REST) {
        // What ends later leaves nextEnd too early, which spend finds out when it gets there.
        ends[work]! += gain[work]!;
      } else if (!isOver[work] && opens[work]! <= lastDay) {
        rest[work]! += growth[work]!;
        if (current[work] !== NOTHING) continue;
        take(work);
        lookAhead();
      }
    }
  }

  function findNextEnd(): void {
    nextEnd = Infinity;
    for (let work = 0; work < works.length; work++) if (ends[work]! < nextEnd) nextEnd = ends[work]!;
  }

  /** Spends the capacity of a week of the history, as the trial's week. Returns whether any work is left. */
  function spend(at: number, week: number): boolean {
    const first = week * WEEK_DAYS;
    if (nextOpening <= first) openAt(first);
    for (let spent = 0; ;) {
      const isOpening = nextOpening < first + WEEK_DAYS;
      const until = byDay[at + (isOpening ? nextOpening - first : WEEK_DAYS) - 1]!;
      const speed = active > 0 ? inside / active : 0;
      let reached = speed > 0 ? spent + (nextEnd - time) / speed : Infinity;
      if (reached <= until + EPSILON) {
        findNextEnd();
        reached = spent + (nextEnd - time) / speed;
      }
      if (reached <= until + EPSILON) {
        spent = reached;
        time = nextEnd;
        end(first + dayOf(byDay, at, spent));
        if (open === 0) return false;
        continue;
      }
      time += speed * Math.max(0, until - spent);
      spent = Math.max(spent, until);
      if (!isOpening) break;
      openAt(nextOpening);
    }
    grow(first + WEEK_DAYS - 1);
    return true;
  }

  return { begin, spend };
}

/** The day of a week, from 1 to 7, on which a sum is reached. */
function dayOf(byDay: Float64Array, at: number, sum: number): number {
  let day = 0;
  while (day < WEEK_DAYS - 1 && byDay[at + day]! < sum - EPSILON) day++;
  return day + 1;
}
