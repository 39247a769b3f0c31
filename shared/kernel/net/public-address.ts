import { BlockList, isIPv4, isIPv6, type IPVersion } from 'node:net';

/**
 * Blocks that no receiver can be in: all of IANA's IPv4 special-purpose registry (the few globally reachable
 * ones lead to sinks and relays), the deprecated 6to4 relays, multicast and the reserved remainder.
 */
const refusedV4 = blocks('ipv4', [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
]);

/**
 * IPv6 has a single block of global unicast addresses. Everything that wraps an IPv4 address (mapped,
 * compatible, translated, NAT64), and link-local, unique local and multicast addresses, is outside it.
 */
const globalV6 = blocks('ipv6', ['2000::/3']);

/** Special-purpose blocks within it: protocol assignments with Teredo, documentation, 6to4, AS112. */
const refusedV6 = blocks('ipv6', [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
]);

/**
 * Whether the text is a public Internet address in the notation that resolvers return. False for
 * special-purpose addresses and for anything else: names, other notations, zones.
 */
export function isPublicAddress(text: string): boolean {
  if (isIPv4(text)) return !refusedV4.check(text, 'ipv4');
  if (!isIPv6(text) || text.includes('%')) return false;
  return globalV6.check(text, 'ipv6') && !refusedV6.check(text, 'ipv6');
}

function blocks(family: IPVersion, cidrs: readonly string[]): BlockList {
  const list = new BlockList();
  for (const cidr of cidrs) {
    const [network, length] = cidr.split('/') as [string, string];
    list.addSubnet(network, Number(length), family);
  }
  return list;
}
