import * as z from 'zod';
import { memoize } from '../../core/schema.ts';

/** The highest limit that can be set, in requests a minute. */
export const RATE_LIMIT_MAX = 10_000_000;

/** Writes a day of a workspace that apply unless an environment sets others: about five dollars' worth. */
const DEFAULT_WRITES_A_DAY = 500_000;

/**
 * Requests a minute, of one credential and of a whole workspace; and the writes of a workspace in a day (UTC), of which
 * each item of a bulk request is one.
 */
export const rateLimitsSchema = memoize(() => {
  const requests = z.int().min(1).max(RATE_LIMIT_MAX);
  return z.strictObject({
    credential: requests,
    workspace: requests,
    writesADay: requests.default(DEFAULT_WRITES_A_DAY),
  });
});
export type RateLimits = z.output<ReturnType<typeof rateLimitsSchema>>;

/** The limits that an operator has set for a workspace; undefined for the environment's. */
export type OwnRateLimits = { [limit in keyof RateLimits]?: number | undefined };

/** The dimensions of the rate limits, in the order in which headers list them. */
export const limitedBy = ['credential', 'workspace'] as const;
export type LimitedBy = (typeof limitedBy)[number];

/** The limits that apply unless an environment sets others (docs/guides/limits.md). */
export const DEFAULT_RATE_LIMITS: RateLimits = {
  credential: 600,
  workspace: 6_000,
  writesADay: DEFAULT_WRITES_A_DAY,
};

/** Length of a window in seconds. Windows are aligned to full minutes. */
export const WINDOW_SECONDS = 60;
export const WINDOW_MS = WINDOW_SECONDS * 1_000;

/** The number of bulk items that cost as much as one request. */
export const BULK_ITEMS_PER_REQUEST = 10;

/** The variable with the limits of an environment, as JSON. */
export const RATE_LIMITS_VARIABLE = 'RATE_LIMITS';

/** Parses the limits of an environment from its variable; returns the defaults if it is not set. */
export const parseRateLimits = (text: string | undefined): RateLimits =>
  text ? rateLimitsSchema().parse(JSON.parse(text)) : DEFAULT_RATE_LIMITS;
