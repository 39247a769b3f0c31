interface Address {
  /** 32 for IPv4, 128 for IPv6. */
  width: number;
  value: bigint;
}

/**
 * Blocks that no receiver can be in: all of IANA's IPv4 special-purpose registry (the few globally reachable
 * ones lead to sinks and relays), the deprecated 6to4 relays, multicast and the reserved remainder.
 */
const refusedV4 = [
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
].map(block);

/**
 * IPv6 has a single block of global unicast addresses. Everything that wraps an IPv4 address (mapped,
 * compatible, translated, NAT64), and link-local, unique local and multicast addresses, is outside it.
 */
const globalV6 = block('2000::/3');

/** Special-purpose blocks within it: protocol assignments with Teredo, documentation, 6to4, AS112. */
const refusedV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '2620:4f:8000::/48', '3fff::/20'].map(block);

/**
 * Whether the text is a public Internet address in the notation that resolvers return. False for
 * special-purpose addresses and for anything else: names, other notations, zones.
 */
export function isPublicAddress(text: string): boolean {
  const address = parse(text);
  if (!address) return false;
  const refused = address.width === 32 ? refusedV4 : refusedV6;
  if (address.width === 128 && !globalV6(address)) return false;
  return !refused.some((contains) => contains(address));
}

/** Returns a test for membership of a CIDR block. */
function block(cidr: string): (address: Address) => boolean {
  const [network, length] = cidr.split('/') as [string, string];
  const { width, value } = parse(network)!;
  const shift = BigInt(width - Number(length));
  return (address) => address.width === width && address.value >> shift === value >> shift;
}

function parse(text: string): Address | undefined {
  const value = text.includes(':') ? parseV6(text) : parseV4(text);
  return value === undefined ? undefined : { width: text.includes(':') ? 128 : 32, value };
}

/** Four decimal numbers without leading zeros: programs disagree on other notations. */
function parseV4(text: string): bigint | undefined {
  const parts = text.split('.');
  if (parts.length !== 4) return undefined;
  if (!parts.every((part) => /^(0|[1-9][0-9]{0,2})$/.test(part) && Number(part) <= 255)) return undefined;
  return join(parts.map(BigInt), 8n);
}

/**
 * Eight groups of hexadecimal digits, `::` at most once, the last two groups optionally as IPv4 (RFC 4291,
 * 2.2).
 */
function parseV6(text: string): bigint | undefined {
  const halves = text.split('::');
  if (halves.length > 2) return undefined;
  const [head, tail] = halves.map((half, index) => groups(half, index === halves.length - 1));
  if (!head) return undefined;
  if (halves.length === 1) return head.length === 8 ? join(head, 16n) : undefined;
  if (!tail || head.length + tail.length > 7) return undefined;
  const zeros = Array<bigint>(8 - head.length - tail.length).fill(0n);
  return join([...head, ...zeros, ...tail], 16n);
}

function groups(text: string, last: boolean): bigint[] | undefined {
  if (text === '') return [];
  const parts = text.split(':');
  const dotted = last && parts.at(-1)!.includes('.') ? parseV4(parts.pop()!) : null;
  if (dotted === undefined || !parts.every((part) => /^[0-9a-f]{1,4}$/i.test(part))) return undefined;
  const plain = parts.map((part) => BigInt(`0x${part}`));
  return dotted === null ? plain : [...plain, dotted >> 16n, dotted & 0xffffn];
}

function join(parts: readonly bigint[], bits: bigint): bigint {
  return parts.reduce((value, part) => (value << bits) | part, 0n);
}
