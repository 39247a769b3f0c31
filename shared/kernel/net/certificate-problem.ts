import { once } from 'node:events';
import { connect } from 'node:tls';

/** ACM renews a certificate some 45 days before it ends, if its validation records are still in DNS. */
const LEAST_DAYS = 21;
const DAY_MS = 86_400_000;
const TIMEOUT_MS = 10_000;

/**
 * What is wrong with the certificate that a host serves: that it ends within three weeks, so that its renewal has failed.
 * Undefined for one that lasts, without TLS, and where nothing answers, which other checks find.
 * https://docs.aws.amazon.com/acm/latest/userguide/managed-renewal.html
 */
export async function certificateProblem(
  baseUrl: string,
  now: Date = new Date(),
): Promise<string | undefined> {
  const { protocol, hostname, port } = new URL(baseUrl);
  if (protocol !== 'https:') return undefined;
  // One that has ended, or is of another name, has a date too.
  const socket = connect({
    host: hostname,
    port: Number(port || 443),
    servername: hostname,
    rejectUnauthorized: false,
  });
  try {
    await once(socket, 'secureConnect', { signal: AbortSignal.timeout(TIMEOUT_MS) });
    const end = new Date(socket.getPeerCertificate().valid_to);
    const days = Math.floor((end.getTime() - now.getTime()) / DAY_MS);
    return days < LEAST_DAYS
      ? `the certificate ends on ${end.toISOString().slice(0, 10)}: ACM did not renew it`
      : undefined;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
