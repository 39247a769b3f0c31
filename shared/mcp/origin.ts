import { ApiError } from '../core/errors.ts';

const isLoopback = ({ hostname }: URL): boolean => hostname === '127.0.0.1' || hostname === 'localhost';

/**
 * Throws a 403 for a request that a page of another origin makes its browser send. A service that runs on this
 * machine takes those of this machine, whatever their port, and no others: a name that is made to lead here
 * (DNS rebinding) comes with an Origin of its own.
 */
export function assertSameOrigin(origin: string | undefined, baseUrl: string): void {
  if (origin === undefined) return;
  const own = new URL(baseUrl);
  const sent = URL.parse(origin);
  if (sent && (sent.origin === own.origin || (isLoopback(own) && isLoopback(sent)))) return;
  throw new ApiError('foreign_origin', 'This address is not for pages of other origins.');
}
