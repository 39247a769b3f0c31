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
  const { parts, partsOf, workOf, opens, growth, share } = plan;
  const sizes = Float64Array.from(parts, ({ size }) => size);
  const heldUp = parts.map((part) => part.heldUp);
  const opensLater = Int32Array.from(works.flatMap((_, work) => (opens[work]! > 0 ? [work] : [])));
  const growing = Int32Array.from(works.flatMap((_, work) => (growth[work]! > 0 ? [work] : [])));
  const gain = growth.map((size, work) => size / share[work]!);
  const rest = new Float64Array(works.length);
  const ends = new Float64Array(works.length);
  const current = new Int32Array(works.length);
  const partsLeft = new Int32Array(works.length);
  const isOver = new Uint8Array(works.length);
  const needs = new Int32Array(parts.length);
  const from = new Int32Array(parts.length);
  const isReady = new Uint8Array(parts.length);
  const readyParts = new Int32Array(works.length);
  /** The first of these are the parts that wait for nothing but their day. */
  const dated = new Int32Array(parts.length);
  let datedParts = 0;
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
    isReady.fill(0);
    readyParts.fill(0);
    datedParts = 0;
    isOver.fill(0);
    current.fill(NOTHING);
    ends.fill(Infinity);
    time = 0;
    now = 0;
    open = works.length;
    for (let part = 0; part < parts.length; part++) {
      if (needs[part]! > 0) continue;
      if (from[part]! > 0) dated[datedParts++] = part;
      else makeReady(part);
    }
    for (let work = 0; work < works.length; work++) {
      partsLeft[work] = partsOf[work]!.length;
      take(work);
    }
    lookAhead();
    findNextOpening();
  }

  function makeReady(part: number): void {
    isReady[part] = 1;
    readyParts[workOf[part]!]!++;
  }

  /** Lets a work go on with the first of its parts that may be done or, without any, with the rest. */
  function take(work: number): void {
    const taken = firstReady(work);
    if (taken === current[work]) return;
    if (current[work] === REST) rest[work] = (ends[work]! - time) * share[work]!;
    current[work] = taken;
    const size = taken === REST ? rest[work]! : taken === NOTHING ? Infinity : sizes[taken]!;
    ends[work] = time + size / share[work]!;
  }

  function firstReady(work: number): number {
    if (readyParts[work]! > 0) {
      for (const part of partsOf[work]!) if (isReady[part]) return part;
    }
    const isLeft = current[work] === REST || rest[work]! > EPSILON;
    return isLeft && opens[work]! <= now ? REST : NOTHING;
  }

  function lookAhead(): void {
    active = 0;
    nextEnd = Infinity;
    for (let work = 0; work < works.length; work++) {
      if (current[work] === NOTHING) continue;
      active += share[work]!;
      if (ends[work]! < nextEnd) nextEnd = ends[work]!;
    }
  }

  function findNextOpening(): void {
    nextOpening = Infinity;
    for (const work of opensLater) {
      if (!isOver[work] && opens[work]! > now) nextOpening = Math.min(nextOpening, opens[work]!);
    }
    for (let position = 0; position < datedParts; position++) {
      nextOpening = Math.min(nextOpening, from[dated[position]!]!);
    }
  }

  /** Ends what has reached its end. What waited for it may begin on the next day. */
  function endAll(day: number): void {
    now = Math.max(now, day - 1);
    for (let work = 0; work < works.length; work++) {
      if (ends[work]! > time + EPSILON) continue;
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
    for (const waiting of heldUp[ended]!) {
      from[waiting] = Math.max(from[waiting]!, day);
      needs[waiting]!--;
      if (needs[waiting]! > 0) continue;
      dated[datedParts++] = waiting;
      nextOpening = Math.min(nextOpening, from[waiting]);
    }
  }

  function openAt(day: number): void {
    now = day;
    for (let position = datedParts - 1; position >= 0; position--) {
      const part = dated[position]!;
      if (from[part]! > now) continue;
      dated[position] = dated[--datedParts]!;
      makeReady(part);
      // A part that has begun is ended first.
      if (current[workOf[part]!]! < 0) take(workOf[part]!);
    }
    for (const work of opensLater) if (!isOver[work] && current[work] === NOTHING) take(work);
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
      if (growing.length > 0 && reached <= until + EPSILON) {
        findNextEnd();
        reached = spent + (nextEnd - time) / speed;
      }
      if (reached <= until + EPSILON) {
        spent = reached;
        time = nextEnd;
        endAll(first + dayOf(byDay, at, spent));
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
