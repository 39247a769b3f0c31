/** In bundles, replaces the SDK's rate limiter of the retry mode `adaptive`, which no client uses. */
export class DefaultRateLimiter {
  constructor() {
    throw new Error('Clients here use the retry mode "standard".');
  }
}
