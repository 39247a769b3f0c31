import { RATE_LIMITS_VARIABLE, rateLimitsSchema } from '../../../shared/kernel/api/limits/rate-limits.ts';
import { StartError } from './start-error.ts';

/** The ratio of a workspace's rate limit to that of a credential. */
const CREDENTIALS_PER_WORKSPACE = 10;

/**
 * The variables that PLOTLINE_RATE_LIMIT sets: requests a minute of one credential. None if it is not set. Throws
 * a StartError for anything but a number of requests.
 */
export function readRateLimit(text: string | undefined): Record<string, string> {
  if (!text) return {};
  const credential = Number(text);
  const limits = rateLimitsSchema().safeParse({
    credential,
    workspace: CREDENTIALS_PER_WORKSPACE * credential,
  });
  if (limits.success) return { [RATE_LIMITS_VARIABLE]: JSON.stringify(limits.data) };
  throw new StartError(
    `PLOTLINE_RATE_LIMIT is "${text}"; set it to the requests a minute of one credential, from 1 to 1000000, or leave it unset.`,
  );
}
