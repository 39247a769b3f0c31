import * as z from 'zod';
import { memoize } from '../../core/schema.ts';

/** The highest limit that can be set, in requests a minute. */
export const RATE_LIMIT_MAX = 10_000_000;

/** Requests a minute: of one credential, and of a whole workspace. */
export const rateLimitsSchema = memoize(() => {
  const requests = z.int().min(1).max(RATE_LIMIT_MAX);
  return z.strictObject({ credential: requests, workspace: requests });
});
export type RateLimits = z.output<ReturnType<typeof rateLimitsSchema>>;

/** The limits that an operator has set for a workspace; undefined for the environment's. */
export type OwnRateLimits = { [by in LimitedBy]?: number | undefined };

/** The dimensions of the rate limits, in the order in which headers list them. */
export const limitedBy = ['credential', 'workspace'] as const;
export type LimitedBy = (typeof limitedBy)[number];

/** The limits that apply unless an environment sets others (docs/guides/limits.md). */
export const DEFAULT_RATE_LIMITS: RateLimits = { credential: 600, workspace: 6_000 };

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
