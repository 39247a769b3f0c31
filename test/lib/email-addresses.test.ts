import { expect, test } from 'vitest';
import { withoutAddresses, withoutAddressesAcross } from '../../shared/lib/email-addresses.ts';

test.each([
  'eve@example.com',
  'é.v+e@mail.example.co.uk',
  'root@localhost',
  'eve&#64;example.com',
  'e@b\u00adc.de',
])('the address %j is taken out of a text', (address) => {
  expect(withoutAddresses(`Write to ${address}, please`)).toBe('Write to [address removed], please');
});

test.each(['@ada', 'a @ b', 'ada @home', '5 @ 10.30', 'react@18.2.0', 'https://example.com/@ada.b'])(
  '%j is no address',
  (text) => {
    expect(withoutAddresses(text)).toBe(text);
  },
);

test('an address in pieces is taken out of all of them', () => {
  expect(withoutAddressesAcross(['to ev', 'e@exa', 'mple', '.com or a@b.cd', '!'])).toEqual([
    'to [address removed]',
    '',
    '',
    ' or [address removed]',
    '!',
  ]);
  expect(withoutAddressesAcross(['a', '', '@b'])).toEqual(['a', '', '@b']);
});

/** The shortest of some runs, in milliseconds: what others do on the machine only makes one longer. */
function timeOf(text: string): number {
  const runs = Array.from({ length: 5 }, () => {
    const start = performance.now();
    withoutAddresses(text);
    return performance.now() - start;
  });
  return Math.min(...runs);
}

test.each(['a', 'a@', 'a@b.', 'a@b', '(', ' @', 'a.@'])(
  'searching many %j takes no more than in proportion to their number',
  (part) => {
    // Ten times as long: ten times the time, where a search that goes back and forth takes a hundred times.
    const [short, long] = [20_000, 200_000].map((length) => part.repeat(length / part.length));
    expect(timeOf(long!) / Math.max(timeOf(short!), 0.5)).toBeLessThan(45);
  },
);
