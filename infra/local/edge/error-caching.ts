/** Seconds that CloudFront caches an error where the distribution does not say otherwise. */
const DEFAULT_ERROR_CACHING_SECONDS = 10;

/** Cached whether or not the origin sent a lifetime. */
const ALWAYS_CACHED = [404, 405, 414, 500, 501, 502, 503, 504];
/** Cached only with `max-age` or `s-maxage`. */
const CACHED_WITH_LIFETIME = [400, 403, 412, 415];
/** The statuses for which the origin's `no-store`, `no-cache` and `private` count; for others they do not. */
const REFUSABLE = [404, 410, 414, 501];

/** The cache lifetimes of a behavior in seconds (MinTTL, DefaultTTL and MaxTTL of its cache policy). */
export type Lifetimes = { minSeconds: number; defaultSeconds: number; maxSeconds: number };

/**
 * The seconds that CloudFront caches a response; 0 for not at all. `errorSeconds` is ErrorCachingMinTTL of its
 * status.
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/Expiration.html
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/HTTPStatusCodes.html
 */
export function cachedSeconds(
  status: number,
  cacheControl: string,
  { minSeconds, defaultSeconds, maxSeconds }: Lifetimes,
  errorSeconds = DEFAULT_ERROR_CACHING_SECONDS,
): number {
  const control = cacheControl.toLowerCase();
  const isRefused = /(^|[\s,])(no-store|no-cache|private)($|[\s,=])/.test(control);
  const [, lifetime] = /s-maxage=(\d+)/.exec(control) ?? /max-age=(\d+)/.exec(control) ?? [];
  if (status >= 400) {
    const isCached =
      ALWAYS_CACHED.includes(status) || (CACHED_WITH_LIFETIME.includes(status) && lifetime !== undefined);
    if (!isCached || (isRefused && REFUSABLE.includes(status))) return 0;
    return isRefused ? errorSeconds : Math.max(errorSeconds, Number(lifetime ?? 0));
  }
  if (isRefused) return minSeconds;
  return Math.min(maxSeconds, Math.max(minSeconds, Number(lifetime ?? defaultSeconds)));
}
