import fc from 'fast-check';
import ipaddr from 'ipaddr.js';
import { describe, expect, it, test } from 'vitest';
import { isPublicAddress } from '../../shared/kernel/net/public-address.ts';

const runs = { numRuns: 20_000 };

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length });

/** Any address, and as often one that starts with a few bytes of which something is known. */
const near = (length: number, prefixes: readonly string[]) =>
  fc.oneof(
    bytes(length),
    fc.tuple(fc.constantFrom(...prefixes), bytes(length)).map(([prefix, rest]) => {
      const known = Buffer.from(prefix, 'hex');
      return Uint8Array.from([...known, ...rest.subarray(known.length)]);
    }),
  );

const v4 = near(4, [
  '0a',
  '64',
  '7f',
  'a9fe',
  'ac',
  'c0',
  'c000',
  'c058',
  'c0a8',
  'c612',
  'c633',
  'cb00',
  'ef',
]);
const v6 = near(16, [
  '00000000000000000000ffff',
  '000000000000000000000000',
  '0064ff9b0000000000000000',
  '0064ff9b0001',
  '0100',
  '2001',
  '20010db8',
  '2002',
  '2620004f8000',
  '3fff',
  '5f00',
  'fc',
  'fe80',
  'ff',
]);

/** The one known difference: ipaddr.js calls RFC 9780's dummy prefix unicast; it is to be discarded like 100::/64. */
const unknownToTheSecond = ipaddr.IPv6.parseCIDR('100:0:0:1::/64');

function secondOpinion(address: ipaddr.IPv4 | ipaddr.IPv6): boolean {
  if (address.range() !== 'unicast') return false;
  return address.kind() === 'ipv4' || !address.match(unknownToTheSecond);
}

test('the check agrees with ipaddr.js on every IPv4 address', () => {
  fc.assert(
    fc.property(v4, (octets) => {
      const address = new ipaddr.IPv4([...octets]);
      expect(isPublicAddress(address.toString())).toBe(secondOpinion(address));
    }),
    runs,
  );
});

test('the check calls no IPv6 address public that ipaddr.js does not, and in 2000::/3 no other', () => {
  fc.assert(
    fc.property(v6, (octets) => {
      const address = new ipaddr.IPv6([...octets]);
      const inGlobalBlock = octets[0]! >> 5 === 1;
      expect(isPublicAddress(address.toString())).toBe(inGlobalBlock && secondOpinion(address));
    }),
    runs,
  );
});

test('the check reads every notation of an IPv6 address alike', () => {
  fc.assert(
    fc.property(v6, (octets) => {
      const address = new ipaddr.IPv6([...octets]);
      const verdict = isPublicAddress(address.toString());
      const dotted = `${address.parts.slice(0, 6).map(hex).join(':')}:${[...octets.slice(12)].join('.')}`;
      for (const spelling of [
        address.toRFC5952String(),
        address.parts.map((part) => hex(part).padStart(4, '0')).join(':'),
        dotted,
      ])
        for (const cased of [spelling, spelling.toUpperCase()]) expect(isPublicAddress(cased)).toBe(verdict);
    }),
    runs,
  );
});

test('the check throws for no text, and text that is not an address is not public', () => {
  const text = fc.oneof(
    fc.string(),
    fc.string({ unit: fc.constantFrom(...'0123456789abcdef:.x%/') }),
    fc.ipV4Extended(),
  );
  fc.assert(
    fc.property(text, (candidate) => {
      if (isPublicAddress(candidate))
        expect(ipaddr.IPv4.isValidFourPartDecimal(candidate) || ipaddr.IPv6.isValid(candidate)).toBe(true);
    }),
    runs,
  );
});

const hex = (part: number) => part.toString(16);

describe('an address is public:', () => {
  it.each([
    '1.0.0.0',
    '8.8.8.8',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.0.1.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2000::',
    '2001:200::1',
    '2606:4700:4700::1111',
    '2003::1',
    '3ffe:ffff::1',
    '2606:4700::8.8.8.8',
    '3ffe:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ])('%s', (address) => expect(isPublicAddress(address)).toBe(true));
});

describe('an address is not public:', () => {
  it.each([
    ['this network', '0.0.0.0'],
    ['private', '10.0.0.1'],
    ['private', '172.16.0.1'],
    ['private', '172.31.255.255'],
    ['private', '192.168.1.1'],
    ['shared by carriers', '100.64.0.1'],
    ['loopback', '127.0.0.1'],
    ['loopback, the runtime of Lambda', '127.255.255.254'],
    ['instance metadata', '169.254.169.254'],
    ['container credentials', '169.254.170.2'],
    ['protocol assignments', '192.0.0.8'],
    ['documentation', '192.0.2.1'],
    ['documentation', '198.51.100.1'],
    ['documentation', '203.0.113.1'],
    ['6to4 relays', '192.88.99.1'],
    ['benchmarking', '198.18.0.1'],
    ['benchmarking', '198.19.255.255'],
    ['multicast', '224.0.0.1'],
    ['reserved', '240.0.0.1'],
    ['broadcast', '255.255.255.255'],
    ['unspecified', '::'],
    ['loopback', '::1'],
    ['IPv4-compatible', '::8.8.8.8'],
    ['IPv4-compatible', '::7f00:1'],
    ['IPv4-mapped', '::ffff:127.0.0.1'],
    ['IPv4-mapped, even of a public address', '::ffff:8.8.8.8'],
    ['IPv4-mapped in hexadecimal', '::ffff:7f00:1'],
    ['IPv4-translated', '::ffff:0:7f00:1'],
    ['NAT64', '64:ff9b::169.254.169.254'],
    ['NAT64, even of a public address', '64:ff9b::8.8.8.8'],
    ['local NAT64', '64:ff9b:1::1'],
    ['discard only', '100::1'],
    ['dummy prefix', '100:0:0:1::1'],
    ['6to4', '2002:7f00:1::'],
    ['6to4, even of a public address', '2002:808:808::1'],
    ['Teredo', '2001::1'],
    ['ORCHID', '2001:20::1'],
    ['documentation', '2001:db8::1'],
    ['documentation', '3fff::1'],
    ['AS112', '2620:4f:8000::1'],
    ['segment routing', '5f00::1'],
    ['unique local, instance metadata', 'fd00:ec2::254'],
    ['link-local', 'fe80::1'],
    ['site-local', 'fec0::1'],
    ['multicast', 'ff02::1'],
    ['not allocated', '4000::1'],
  ])('%s: %s', (_what, address) => expect(isPublicAddress(address)).toBe(false));
});

describe('text is not an address:', () => {
  it.each([
    '',
    ' 8.8.8.8',
    '8.8.8.8\n',
    '8.8.8',
    '8.8.8.8.8',
    '8.8.8.08',
    '010.8.8.8',
    '8.8.8.256',
    '0x8.8.8.8',
    '134744072',
    '８.8.8.8',
    '-1.8.8.8',
    'example.com',
    '[2606:4700::1]',
    '2606:4700::1%eth0',
    '2606:4700::1/64',
    '2606::4700::1',
    '2606:4700:1',
    ':2606::1',
    '2606::1:',
    '2606:4700:1:2:3:4:5:6:7',
    '2606::1:2:3:4:5:6:7',
    '2606::00001',
    '2606::8.8.8',
    '2606:8.8.8.8::1',
    ':::',
    ':',
  ])('%j', (text) => expect(isPublicAddress(text)).toBe(false));
});
