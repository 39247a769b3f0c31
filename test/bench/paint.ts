import type { Browser } from 'playwright-core';
import { setSession } from '../support/set-session.ts';
import { quantile } from './statistics.ts';

/** What Lighthouse calls slow 4G, on a phone with a processor of a quarter of this one's speed. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1024 * 1024) / 8,
  uploadThroughput: (750 * 1024) / 8,
};
const CPU_SLOWDOWN = 4;
const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 };

/** Runs in the page before anything else. */
const OBSERVERS = `
  globalThis.paint = { largestMs: 0, shift: 0 };
  const observe = (type, each) =>
    new PerformanceObserver((list) => list.getEntries().forEach(each)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => (paint.largestMs = startTime));
  observe('layout-shift', ({ value }) => (paint.shift += value));
`;

interface Paint {
  /** When the largest part of the first view was painted, in milliseconds after the request: the median. */
  largestMs: number;
  /** How much moved while it loaded, as browsers score it: the worst. */
  shift: number;
}

/** Loads a page as a phone on a slow network does, several times, each with an empty cache but for cookies. */
export async function measurePaint(
  browser: Browser,
  url: string,
  { rounds, cookies = new Map() }: { rounds: number; cookies?: ReadonlyMap<string, string> },
): Promise<Paint> {
  const all: Paint[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await browser.newContext(PHONE);
    await setSession(context, url, cookies);
    const page = await context.newPage();
    const devtools = await context.newCDPSession(page);
    await devtools.send('Network.enable');
    await devtools.send('Network.emulateNetworkConditions', NETWORK);
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
    await page.addInitScript(OBSERVERS);
    await page.goto(url, { waitUntil: 'networkidle' });
    all.push(await page.evaluate<Paint>('paint'));
    await context.close();
  }
  const largest = all.map(({ largestMs }) => largestMs);
  return { largestMs: quantile(largest, 0.5), shift: Math.max(...all.map(({ shift }) => shift)) };
}
