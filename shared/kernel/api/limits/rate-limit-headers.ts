import type { Standing, Standings } from './rate-limiter.ts';
import { WINDOW_SECONDS } from './rate-limits.ts';

/**
 * The headers of draft-ietf-httpapi-ratelimit-headers-11: every policy that applies, and the caller's state in the one
 * with the fewest requests left.
 */
export function rateLimitHeaders({ limits, resetSeconds, exceeded }: Standings): Record<string, string> {
  const nearest = exceeded ?? limits.reduce(fewerLeft);
  return {
    'ratelimit-policy': limits.map(({ by, limit }) => `"${by}";q=${limit};w=${WINDOW_SECONDS}`).join(', '),
    ratelimit: `"${nearest.by}";r=${nearest.remaining};t=${resetSeconds}`,
  };
}

const fewerLeft = (a: Standing, b: Standing): Standing => (b.remaining < a.remaining ? b : a);
