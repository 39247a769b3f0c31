import { ApiError } from '../../kernel/core/errors.ts';

const isLoopback = ({ hostname }: URL): boolean => hostname === '127.0.0.1' || hostname === 'localhost';

/**
 * Throws a 403 for requests that another origin's page makes its browser send. A service running locally
 * accepts origins of this machine on any port, and no others: a name rebound to this machine (DNS rebinding)
 * comes with its own Origin.
 */
export function assertSameOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin === undefined) return;
  const own = new URL(baseUrl);
  const sent = URL.parse(origin);
  if (sent && (sent.origin === own.origin || (isLoopback(own) && isLoopback(sent)))) return;
  throw new ApiError('foreign_origin', 'Requests from pages of other origins are not allowed.');
}
