/** An IPv4 address, or the first half of an IPv6 address, since a household has all of the second half. */
export function addressPrefix(address: string): string {
  if (!address.includes(':')) return address;
  const groups = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::');
  const head = groups[0]!.split(':').filter(Boolean);
  return `${[...head, ...Array<string>(4).fill('0')].slice(0, 4).join(':')}::/64`;
}
