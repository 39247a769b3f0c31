import { errorFields, logger } from '../../core/logger.ts';
import { limitedBy, WINDOW_MS, type LimitedBy } from './rate-limits.ts';
import { UsageEstimate } from './usage-estimate.ts';
import type { OwnLimits, UsageStore } from './usage-store.ts';

/** A sandbox reports after every ten requests, of any caller. A report costs one write unit. */
const REQUESTS_PER_REPORT = 10;
/** The number of unreported requests that a sandbox can accumulate, so that a new window starts with exact figures. */
const SAVED_REQUESTS_MAX = 10 * REQUESTS_PER_REPORT;
/** The share of a limit below which a report is not worth a write. */
const WORTH_REPORTING = 0.01;
/** How long a workspace's own limits are used before they are read again, in milliseconds. */
const OWN_LIMITS_MS = 60_000;
/** The number of workspaces whose limits a sandbox caches. */
const OWN_LIMITS_MAX = 1_000;

/** The log line of a failed report, which the template's metric counts. */
export const LIMITER_FAILED_MESSAGE = 'rate limiter failed open';

/** The rate-limit subjects of a request. A caller outside of any workspace has only a credential. */
export type RateLimitSubjects = Partial<Record<LimitedBy, string>>;

/** One limit as it stands for a caller. */
export interface Standing {
  by: LimitedBy;
  limit: number;
  remaining: number;
}

/** A caller's remaining requests for each limit that applies, and the seconds until the window ends. */
export interface Standings {
  limits: Standing[];
  resetSeconds: number;
  /** The limit that refuses the request, if any does. */
  exceeded: Standing | undefined;
}

/**
 * The limits of a sandbox on what is counted in windows of one length. Sandboxes count on their own and report to the table now and then, in parallel with other
 * reads; from the sum of all reports each estimates the whole (docs/scale.md, "Rate limits"). A limit is held
 * within 20 % over 20 sandboxes that share the load evenly.
 */
export class RateLimiter {
  readonly #defaults: OwnLimits;
  readonly #store: UsageStore;
  readonly #windowMs: number;
  readonly #usage = new Map<string, UsageEstimate>();
  readonly #own = new Map<string, OwnEntry>();
  /** Credentials that this sandbox has refused in this window, each with its verified proof. */
  readonly #refused = new Map<string, string>();
  #window = 0;
  #savedRequests = 0;

  constructor(defaults: OwnLimits, store: UsageStore, windowMs: number = WINDOW_MS) {
    this.#defaults = defaults;
    this.#store = store;
    this.#windowMs = windowMs;
  }

  /** Reports earlier requests if a report is due. Resolves once this sandbox knows the other sandboxes' reports. */
  async refresh(counted: RateLimitSubjects, now: Date): Promise<void> {
    this.#enter(now);
    this.#savedRequests = Math.min(SAVED_REQUESTS_MAX, this.#savedRequests + 1);
    const shares = entries(counted).map(({ by, id }) => {
      const limit = this.#limitOf(by, counted);
      // Of a credential that is not verified yet, nothing is kept.
      const pending = this.#usage.get(keyOf(by, id))?.pending ?? 0;
      return { by, id, pending, share: pending / limit };
    });
    const due = shares
      .filter(({ pending, share }) => pending > 0 && share >= WORTH_REPORTING)
      .sort((a, b) => b.share - a.share)
      .slice(0, Math.floor(this.#savedRequests / REQUESTS_PER_REPORT));
    this.#savedRequests -= due.length * REQUESTS_PER_REPORT;
    await Promise.all([
      this.#refreshOwnLimits(counted.workspace, now),
      ...due.map((one) => this.#report(one)),
    ]);
  }

  /** Counts a request, unless a limit refuses it. */
  take(counted: RateLimitSubjects, cost: number, now: Date): Standings {
    this.#enter(now);
    const exceeded = entries(counted).find(
      ({ by, id }) => !this.#usageOf(by, id).admits(cost, this.#limitOf(by, counted)),
    );
    if (!exceeded) for (const { by, id } of entries(counted)) this.#usageOf(by, id).admit(cost);
    return this.standings(counted, now, exceeded?.by);
  }

  /** Uncounts a request that turned out to be another caller's, or another workspace's. */
  refund(counted: RateLimitSubjects, cost: number): void {
    for (const { by, id } of entries(counted)) this.#usageOf(by, id).admit(-cost);
  }

  /** What a caller has left, without counting a request. */
  standings(counted: RateLimitSubjects, now: Date, exceeded?: LimitedBy): Standings {
    this.#enter(now);
    const limits = entries(counted).map(({ by, id }) => {
      const limit = this.#limitOf(by, counted);
      return { by, limit, remaining: by === exceeded ? 0 : this.#usageOf(by, id).remaining(limit) };
    });
    return {
      limits,
      resetSeconds: Math.ceil((this.#windowMs - (now.getTime() % this.#windowMs)) / 1_000),
      exceeded: limits.find(({ by }) => by === exceeded),
    };
  }

  /** Caches the verification of a refused credential until the window ends. */
  rememberRefused(counted: RateLimitSubjects, proof: string): void {
    if (counted.credential !== undefined) this.#refused.set(credentialKey(counted), proof);
  }

  /** Whether the holder of a credential was refused in this window and would be refused again. */
  isRefused(counted: RateLimitSubjects, proof: string, now: Date): boolean {
    this.#enter(now);
    if (counted.credential === undefined || this.#refused.get(credentialKey(counted)) !== proof) return false;
    return this.standings(counted, now).limits.some(({ remaining }) => remaining === 0);
  }

  /** Forgets the previous window when another begins. */
  #enter(now: Date): void {
    const window = Math.floor(now.getTime() / this.#windowMs);
    if (window === this.#window) return;
    this.#window = window;
    this.#usage.clear();
    this.#refused.clear();
  }

  #usageOf(by: LimitedBy, id: string): UsageEstimate {
    const key = keyOf(by, id);
    const known = this.#usage.get(key) ?? new UsageEstimate();
    this.#usage.set(key, known);
    return known;
  }

  #limitOf(by: LimitedBy, { workspace }: RateLimitSubjects): number {
    const own = workspace === undefined ? undefined : this.#own.get(workspace);
    return own?.limits[by] ?? this.#defaults[by] ?? Infinity;
  }

  async #report({ by, id, pending }: { by: LimitedBy; id: string; pending: number }): Promise<void> {
    const usage = this.#usageOf(by, id);
    try {
      usage.report(pending, await this.#store.report({ by, id }, this.#window, pending));
    } catch (error) {
      usage.reportFailed();
      logger.warn(LIMITER_FAILED_MESSAGE, { limit: by, ...errorFields(error) });
    }
  }

  /** Reads a workspace's own limits with its first request of a window, and again once they may be old. */
  async #refreshOwnLimits(workspaceId: string | undefined, now: Date): Promise<void> {
    if (workspaceId === undefined) return;
    const known = this.#own.get(workspaceId);
    if (known?.window === this.#window && now.getTime() - known.readAt < OWN_LIMITS_MS)
      return await known.reading;
    if (this.#own.size >= OWN_LIMITS_MAX) this.#own.clear();
    const entry: OwnEntry = {
      limits: known?.limits ?? {},
      readAt: now.getTime(),
      window: this.#window,
      reading: this.#store.ownLimits(workspaceId).then(
        (limits) => void (entry.limits = limits),
        (error: unknown) => {
          // The next request reads them.
          entry.window = NaN;
          logger.warn(LIMITER_FAILED_MESSAGE, { ...errorFields(error) });
        },
      ),
    };
    this.#own.set(workspaceId, entry);
    await entry.reading;
  }
}

/** A workspace's own limits, as they were read. */
interface OwnEntry {
  limits: OwnLimits;
  /** In milliseconds since 1970. */
  readAt: number;
  /** The window in which they were read. */
  window: number;
  /** Resolves once they are. */
  reading: Promise<void>;
}

const keyOf = (by: LimitedBy, id: string): string => `${by} ${id}`;

/** What a credential is counted as: workspaces have limits of their own, so it is counted in each of them. */
const credentialKey = ({ credential, workspace }: RateLimitSubjects): string =>
  workspace === undefined ? credential! : `${credential} ${workspace}`;

/** The limits that a request counts against, in the order of the headers. */
const entries = (counted: RateLimitSubjects): { by: LimitedBy; id: string }[] =>
  limitedBy.flatMap((by) => {
    const id = counted[by];
    if (id === undefined) return [];
    return [{ by, id: by === 'credential' ? credentialKey(counted) : id }];
  });
