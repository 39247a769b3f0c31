import { networkOf } from '../../net/address-prefix.ts';
import type { Origin } from '../operation/audit-trail.ts';
import type { WebRequest } from '../operation/web-route.ts';

/** How much of a client's own name is recorded. */
const AGENT_MAX_CHARACTERS = 200;

/** Where a request came from, as the audit trail records it. A client's name is untrusted: only visible ASCII is kept. */
export function originOf({
  requestId,
  sourceIp,
  headers,
}: Pick<WebRequest, 'requestId' | 'sourceIp' | 'headers'>): Origin {
  const agent = headers['user-agent']
    ?.slice(0, AGENT_MAX_CHARACTERS)
    .replaceAll(/[^ -~]/g, '?')
    .trim();
  return { requestId, network: networkOf(sourceIp) ?? null, userAgent: agent || null };
}
