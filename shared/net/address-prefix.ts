/** An IPv4 address, or the first half of an IPv6 address, since a household has all of the second half. */
export function addressPrefix(address: string): string {
  if (!address.includes(':')) return address;
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = groups[0]!.split(':').filter(Boolean);
  return `${[...head, ...Array<string>(4).fill('0')].slice(0, 4).join(':')}::/64`;
}

/** The network of an address as it is recorded: the first three bytes of IPv4, the first six of IPv6. */
export function networkOf(address: string): string | undefined {
  if (/^\d+(\.\d+){3}$/.test(address)) return `${address.slice(0, address.lastIndexOf('.'))}.0/24`;
  if (!address.includes(':')) return undefined;
  return `${addressPrefix(address).split(':').slice(0, 3).join(':')}::/48`;
}
