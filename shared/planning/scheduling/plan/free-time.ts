import type { TimeSpan } from '../working-time/time-span.ts';
import type { WorkWindow } from './task.ts';

/** Minutes by the beginning of their week. */
type WeekMinutes = Map<number, number>;

/** The free working time, with the minutes that teams may still use in each week. */
export class FreeTime {
  #windows: WorkWindow[];
  /** The remaining minutes of each week, by team with a share. */
  readonly #left: ReadonlyMap<string, WeekMinutes>;

  private constructor(windows: WorkWindow[], left: ReadonlyMap<string, WeekMinutes>) {
    this.#windows = windows;
    this.#left = left;
  }

  static of(windows: readonly WorkWindow[], shares: ReadonlyMap<string, number>): FreeTime {
    const lengths = new Map<number, number>();
    for (const { week, start, end } of windows) lengths.set(week, (lengths.get(week) ?? 0) + end - start);
    const left = [...shares].map(([team, share]): [string, WeekMinutes] => [
      team,
      new Map([...lengths].map(([week, length]) => [week, Math.floor(length * share)])),
    ]);
    return new FreeTime(
      windows.map((one) => ({ ...one })),
      new Map(left),
    );
  }

  copy(): FreeTime {
    const left = [...this.#left].map(([team, weeks]): [string, WeekMinutes] => [team, new Map(weeks)]);
    return new FreeTime(this.#windows.slice(), new Map(left));
  }

  get windows(): readonly WorkWindow[] {
    return this.#windows;
  }

  /** The minutes of a week that a team may still use. */
  leftOf(team: string, week: number): number {
    return this.#left.get(team)?.get(week) ?? Infinity;
  }

  /** Whether a team is limited to a share of each week. */
  hasShare(team: string): boolean {
    return this.#left.has(team);
  }

  /** The position of the first window that ends after a minute. */
  from(minute: number): number {
    let [low, high] = [0, this.#windows.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (this.#windows[middle]!.end <= minute) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Whether all of a span is free. */
  has({ start, end }: TimeSpan): boolean {
    const window = this.#windows[this.from(start)];
    return window !== undefined && window.start <= start && end <= window.end;
  }

  /** Occupies the free part of a span, and charges it to the team's share. */
  take({ start, end }: TimeSpan, team?: string): void {
    const first = this.from(start);
    let last = first;
    const rest: WorkWindow[] = [];
    while (last < this.#windows.length && this.#windows[last]!.start < end) {
      const window = this.#windows[last++]!;
      if (window.start < start) rest.push({ ...window, end: start });
      if (window.end > end) rest.push({ ...window, start: end });
      if (team !== undefined) {
        this.#count(team, window.week, Math.min(window.end, end) - Math.max(window.start, start));
      }
    }
    if (last > first) this.#windows.splice(first, last - first, ...rest);
  }

  /** Frees a window again. */
  release(window: WorkWindow, team: string): void {
    this.#count(team, window.week, window.start - window.end);
    const at = this.from(window.start);
    const [before, after] = [this.#windows[at - 1], this.#windows[at]];
    const joinsBefore = before?.end === window.start && before.week === window.week;
    const joinsAfter = after?.start === window.end && after.week === window.week;
    const joined = {
      week: window.week,
      start: joinsBefore ? before.start : window.start,
      end: joinsAfter ? after.end : window.end,
    };
    this.#windows.splice(joinsBefore ? at - 1 : at, Number(joinsBefore) + Number(joinsAfter), joined);
  }

  #count(team: string, week: number, minutes: number): void {
    const weeks = this.#left.get(team);
    const left = weeks?.get(week);
    if (left !== undefined) weeks!.set(week, left - minutes);
  }
}
