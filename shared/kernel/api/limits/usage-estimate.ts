/**
 * One sandbox's estimate of the requests that all sandboxes have admitted by one limit in one window. It knows its own
 * exactly, and the others' as of its last report.
 */
export class UsageEstimate {
  /** Requests that this sandbox has admitted. */
  #own = 0;
  #reported = 0;
  /** Requests that all sandboxes had reported, at the last report of this one. */
  #total = 0;
  /** The ratio of all sandboxes' requests to this sandbox's. */
  #scale = 1;
  /** Requests that the last report contained. */
  #lastReport = 0;
  /** Whether the last report failed. The other sandboxes' requests are then unknown, and no request is refused. */
  #blind = false;

  /** Requests admitted here and not yet reported. */
  get pending(): number {
    return this.#own - this.#reported;
  }

  admit(cost: number): void {
    this.#own += cost;
  }

  /** Records a report of `count` requests, after which all sandboxes together had reported `total`. */
  report(count: number, total: number): void {
    this.#reported += count;
    this.#lastReport = count;
    this.#total = total;
    this.#scale = Math.max(1, total / Math.max(1, this.#own));
    this.#blind = false;
  }

  reportFailed(): void {
    this.#blind = true;
  }

  /** Requests left of a limit, at least 0. */
  remaining(limit: number): number {
    const left = Math.max(0, Math.floor(limit - this.#used()));
    return this.#blind ? Math.max(1, left) : left;
  }

  /**
   * Whether a request of a cost is within a limit. A request that costs more than the whole limit needs an unused
   * window.
   */
  admits(cost: number, limit: number): boolean {
    return this.#blind || this.#used() + Math.min(cost, limit) <= limit;
  }

  /**
   * The requests of all sandboxes: those reported, those that the others had not reported at that time (half of
   * what they report at once, on average), and those since, of which the others have their share.
   */
  #used(): number {
    const unreportedByOthers = ((this.#scale - 1) * this.#lastReport) / 2;
    return this.#total + unreportedByOthers + this.pending * this.#scale;
  }
}
