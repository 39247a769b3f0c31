import type { WebRequest } from './web-route.ts';

/** Where a request came from. */
export interface RequestOrigin {
  requestId: string;
  /** The network, not the address: `203.0.113.0/24`, `2001:db8:1::/48`. */
  network: string | null;
  userAgent: string | null;
}

/** What a request reveals of its origin. */
export type RequestSource = Pick<WebRequest, 'requestId' | 'sourceIp' | 'headers'>;

/** How much of a client's own name is recorded. */
const AGENT_MAX_CHARACTERS = 200;

/** Where a request came from, as the audit trail records it. A client's name is untrusted: only visible ASCII is kept. */
export function requestOriginOf({ requestId, sourceIp, headers }: RequestSource): RequestOrigin {
  const agent = headers['user-agent']
    ?.slice(0, AGENT_MAX_CHARACTERS)
    .replaceAll(/[^ -~]/g, '?')
    .trim();
  return { requestId, network: networkOf(sourceIp), userAgent: agent || null };
}

/** The network of an address: the first three bytes of IPv4, the first six of IPv6; null for anything else. */
export function networkOf(address: string): string | null {
  if (/^\d+(\.\d+){3}$/.test(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  if (!address.includes(':')) return null;
  const [head = ''] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  return `${[...head.split(':').filter(Boolean), '0', '0', '0'].slice(0, 3).join(':')}::/48`;
}
