import { WEEK_DAYS } from './pace.ts';
import { planOf, type ParallelWork } from './work-plan.ts';

/**
 * The current part of a work: NOTHING if none may be done, REST for the stories that nothing blocks, or the number of a
 * part.
 */
const NOTHING = -1;
const REST = -2;
/** A day after all others. Infinity would prevent the engine from using integers. */
const NEVER = 2 ** 30;
/** Sizes below this count as zero, since sums of parts are not exact. */
const EPSILON = 1e-9;

interface Capacity {
  /** The cumulative size completed by each day of a week, as in a pace. */
  byDay: Float64Array;
  /** The part of it that goes to the works, from 0 to 1. */
  inside: number;
  finish: (work: number, day: number) => void;
}

/**
 * The course of one trial after another: works that share a capacity, each with a queue of its parts. The capacity
 * that a work may not use goes to the others. `finish` is called with the day on which each is done, 1 being the first one.
 *
 * Time is measured by what a share of 1 has done (virtual time, as in weighted fair queueing), so that a week in which
 * nothing begins or ends costs the same for any number of works.
 */
export function createCourse(works: readonly ParallelWork[], { byDay, inside, finish }: Capacity) {
  const plan = planOf(works);
  const { sizes, partsOf, heldUpBy, workOf, opens, growth, share } = plan;
  const opensLater = Int32Array.from(works.flatMap((_, work) => (opens[work]! > 0 ? [work] : [])));
  const growing = Int32Array.from(works.flatMap((_, work) => (growth[work]! > 0 ? [work] : [])));
  const gain = growth.map((size, work) => size / share[work]!);
  const rest = new Float64Array(works.length);
  const ends = new Float64Array(works.length);
  const current = new Int32Array(works.length);
  const partsLeft = new Int32Array(works.length);
  const isOver = new Uint8Array(works.length);
  const needs = new Int32Array(sizes.length);
  const from = new Int32Array(sizes.length);
  const isReady = new Uint8Array(sizes.length);
  const readyParts = new Int32Array(works.length);
  /** The first of these are the parts that wait for nothing but their day, the last day first. */
  const dated = new Int32Array(sizes.length);
  let datedParts = 0;
  let now = 0;
  let open = 0;
  let nextOpening = NEVER;
  /** Fields, as engines allocate memory whenever a variable of a closure gets another fraction. */
  const virtual = { time: 0, active: 0, nextEnd: Infinity };

  function begin(): void {
    rest.set(plan.rest);
    needs.set(plan.needs);
    from.set(plan.from);
    partsLeft.set(plan.parts);
    isReady.fill(0);
    readyParts.fill(0);
    datedParts = 0;
    isOver.fill(0);
    current.fill(NOTHING);
    ends.fill(Infinity);
    virtual.time = 0;
    now = 0;
    open = works.length;
    for (let part = 0; part < sizes.length; part++) {
      if (needs[part]! > 0) continue;
      if (from[part]! > 0) date(part);
      else makeReady(part);
    }
    for (let work = 0; work < works.length; work++) take(work);
    lookAhead();
    findNextOpening();
  }

  function date(part: number): void {
    let position = datedParts++;
    for (; position > 0 && from[dated[position - 1]!]! < from[part]!; position--) {
      dated[position] = dated[position - 1]!;
    }
    dated[position] = part;
  }

  function makeReady(part: number): void {
    isReady[part] = 1;
    readyParts[workOf[part]!]!++;
  }

  /** Continues a work with the first of its parts that may be done or, without any, with the rest. */
  function take(work: number): void {
    const taken = firstReady(work);
    if (taken === current[work]) return;
    if (current[work] === REST) rest[work] = (ends[work]! - virtual.time) * share[work]!;
    current[work] = taken;
    const size = taken === REST ? rest[work]! : taken === NOTHING ? Infinity : sizes[taken]!;
    ends[work] = virtual.time + size / share[work]!;
  }

  function firstReady(work: number): number {
    if (readyParts[work]! > 0) {
      const parts = partsOf[work]!;
      for (let position = 0; position < parts.length; position++) {
        if (isReady[parts[position]!]) return parts[position]!;
      }
    }
    const isLeft = current[work] === REST || rest[work]! > EPSILON;
    return isLeft && opens[work]! <= now ? REST : NOTHING;
  }

  function lookAhead(): void {
    let active = 0;
    let nextEnd = Infinity;
    for (let work = 0; work < current.length; work++) {
      if (current[work] === NOTHING) continue;
      active += share[work]!;
      if (ends[work]! < nextEnd) nextEnd = ends[work]!;
    }
    virtual.active = active;
    virtual.nextEnd = nextEnd;
  }

  function findNextOpening(): void {
    nextOpening = datedParts > 0 ? from[dated[datedParts - 1]!]! : NEVER;
    for (let position = 0; position < opensLater.length; position++) {
      const work = opensLater[position]!;
      if (!isOver[work] && opens[work]! > now) nextOpening = Math.min(nextOpening, opens[work]!);
    }
  }

  /** Ends what has reached its end. What waited for it may begin on the next day. */
  function endAll(day: number): void {
    now = Math.max(now, day - 1);
    const reached = virtual.time + EPSILON;
    for (let work = 0; work < ends.length; work++) {
      if (ends[work]! > reached) continue;
      end(work, day);
      take(work);
      if (partsLeft[work] === 0 && current[work] === NOTHING && rest[work]! <= EPSILON) {
        isOver[work] = 1;
        open--;
        finish(work, day);
      }
    }
    lookAhead();
  }

  function end(work: number, day: number): void {
    const ended = current[work]!;
    current[work] = NOTHING;
    ends[work] = Infinity;
    if (ended === REST) {
      rest[work] = 0;
      return;
    }
    isReady[ended] = 0;
    readyParts[work]!--;
    partsLeft[work]!--;
    const heldUp = heldUpBy[ended]!;
    for (let position = 0; position < heldUp.length; position++) {
      const waiting = heldUp[position]!;
      from[waiting] = Math.max(from[waiting]!, day);
      needs[waiting]!--;
      if (needs[waiting]! > 0) continue;
      date(waiting);
      nextOpening = Math.min(nextOpening, from[waiting]);
    }
  }

  function openAt(day: number): void {
    now = day;
    const before = datedParts;
    while (datedParts > 0 && from[dated[datedParts - 1]!]! <= now) makeReady(dated[--datedParts]!);
    for (let position = datedParts; position < before; position++) {
      const work = workOf[dated[position]!]!;
      // A part that has begun is ended first.
      if (current[work]! < 0) take(work);
    }
    for (let position = 0; position < opensLater.length; position++) {
      const work = opensLater[position]!;
      if (!isOver[work] && current[work] === NOTHING) take(work);
    }
    lookAhead();
    findNextOpening();
  }

  function grow(lastDay: number): void {
    for (let position = 0; position < growing.length; position++) {
      const work = growing[position]!;
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

  /** Spends the capacity of a week of the history, as the trial's week. Returns whether any work is left. */
  function spend(at: number, week: number): boolean {
    const first = week * WEEK_DAYS;
    if (nextOpening <= first) openAt(first);
    for (let spent = 0; ;) {
      const isOpening = nextOpening < first + WEEK_DAYS;
      const until = byDay[at + (isOpening ? nextOpening - first : WEEK_DAYS) - 1]!;
      const speed = virtual.active > 0 ? inside / virtual.active : 0;
      let reached = speed > 0 ? spent + (virtual.nextEnd - virtual.time) / speed : Infinity;
      if (growing.length > 0 && reached <= until + EPSILON) {
        lookAhead();
        reached = spent + (virtual.nextEnd - virtual.time) / speed;
      }
      if (reached <= until + EPSILON) {
        spent = reached;
        virtual.time = virtual.nextEnd;
        endAll(first + dayOf(byDay, at, spent));
        if (open === 0) return false;
        continue;
      }
      virtual.time += speed * Math.max(0, until - spent);
      spent = Math.max(spent, until);
      if (!isOpening) break;
      openAt(nextOpening);
    }
    if (growing.length > 0) grow(first + WEEK_DAYS - 1);
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
