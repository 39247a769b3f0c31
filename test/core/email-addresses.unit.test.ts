import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { expect, test } from 'vitest';
import {
  redactEmailAddresses,
  redactEmailAddressesAcross,
} from '../../shared/kernel/core/email-addresses.ts';

test.each([
  'eve@example.com',
  'é.v+e@mail.example.co.uk',
  'root@localhost',
  'eve&#64;example.com',
  'e@b\u00adc.de',
])('the address %j is removed from a text', (address) => {
  expect(redactEmailAddresses(`Write to ${address}, please`)).toBe('Write to [address removed], please');
});

test.each(['@ada', 'a @ b', 'ada @home', '5 @ 10.30', 'react@18.2.0', 'https://example.com/@ada.b'])(
  '%j is not taken for an address',
  (text) => {
    expect(redactEmailAddresses(text)).toBe(text);
  },
);

test('an address in pieces is removed from all of them', () => {
  expect(redactEmailAddressesAcross(['to ev', 'e@exa', 'mple', '.com or a@b.cd', '!'])).toEqual([
    'to [address removed]',
    '',
    '',
    ' or [address removed]',
    '!',
  ]);
  expect(redactEmailAddressesAcross(['a', '', '@b'])).toEqual(['a', '', '@b']);
});

/** Characters: in proportion to them a search takes a second, and going back and forth it takes days. */
const HOSTILE_LENGTH = 2_000_000;
/** Ends the test where the search does not. */
const HANG_MS = 120_000;

/** Whether the search through a text ends, in a thread of its own, since one that does not blocks its thread. */
async function ends(text: string): Promise<boolean> {
  const module = new URL('../../shared/kernel/core/email-addresses.ts', import.meta.url).href;
  const source = `
    import { parentPort, workerData } from 'node:worker_threads';
    import { redactEmailAddresses } from ${JSON.stringify(module)};
    redactEmailAddresses(workerData);
    parentPort.postMessage(true);`;
  const worker = new Worker(new URL(`data:text/javascript,${encodeURIComponent(source)}`), {
    workerData: text,
  });
  const late = new AbortController();
  try {
    return await Promise.race([
      once(worker, 'message').then(() => true),
      delay(HANG_MS, false, { signal: late.signal }),
    ]);
  } finally {
    late.abort();
    await worker.terminate();
  }
}

test.each(['a', 'a@', 'a@b.', 'a@b', '(', ' @', 'a.@'])(
  'a search of %j reads the text once',
  async (part) => {
    expect(await ends(part.repeat(HOSTILE_LENGTH / part.length))).toBe(true);
  },
);
