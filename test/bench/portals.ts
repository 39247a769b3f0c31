/**
 * `npm run bench:portals`: what the pages of a feedback portal weigh, when a phone on a slow network has painted them,
 * and how many readers this machine serves
 * them to. Prints tables. `--smoke` shows in seconds that it runs; its figures say nothing.
 */
import autocannon from 'autocannon';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { gzipSync } from 'node:zlib';
import { seedDemo } from '../../infra/local/demo/seed-demo.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { startChromium } from '../support/chromium.ts';
import type { CachePart } from './cache-part.ts';
import { addDemoPicture } from './demo-picture.ts';
import { measurePaint } from './paint.ts';
import { startPart } from './part.ts';
import { recordFigure } from './figure-results.ts';
import { createProgress } from './progress.ts';
import type { ServicePart } from './service-part.ts';
import { quantile } from './statistics.ts';

const CONNECTIONS = 16;
const { smoke } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } }).values;
const ROUNDS = smoke ? 1 : 5;
/** A run ends with a sample, of which autocannon takes one a second if it is not told otherwise. */
const LOAD = smoke ? { amount: 32, sampleInt: 50 } : { duration: 2 };

const page = { accept: 'text/html' };
const json = { accept: 'application/json' };

const pages = {
  'The portal': '',
  'Its roadmap': '/roadmap',
  'Its changelog': '/updates',
  'One update': '/updates/tidepool-after-dark',
  'One item': '/items/sign-in-with-a-passkey',
};

const progress = createProgress();
const home = mkdtempSync(join(tmpdir(), 'plotline-bench-'));
const assembly = await synthesize(resolve(import.meta.dirname, '../..'));
const service = startPart<ServicePart>('./service-part.ts');
const cache = startPart<CachePart>('./cache-part.ts');

try {
  const { tableName, ...started } = await service.call('start', { home, port: 0, assembly });
  const demo = await seedDemo({ ...started, tableName: () => tableName, home });
  const { portalSlug } = demo;
  const { baseUrl } = started;
  const portal = `/portals/${portalSlug}/feedback`;

  console.log('| page | HTML, KB | with its stylesheet, compressed, KB |\n| --- | ---: | ---: |');
  for (const [name, path] of Object.entries(pages)) {
    const { whole, compressed } = await weigh(baseUrl, portal + path);
    console.log(`| ${name} | ${kilobytes(whole)} | ${kilobytes(compressed)} |`);
  }

  await printPaints(baseUrl + portal, await addDemoPicture(demo));

  const ways = (await Promise.all([waysTo('JSON', json), waysTo('Page', page)])).flat();
  const rates = ways.map((): number[] => []);
  const waits = ways.map((): number[] => []);
  progress.start(ways.length * (ROUNDS + 1));
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [position, { what, ...load }] of ways.entries()) {
      progress.step(what);
      const { requests, latency, non2xx, errors } = await autocannon({
        ...load,
        connections: CONNECTIONS,
        ...LOAD,
      });
      if (non2xx + errors > 0 && !what.includes('304'))
        throw new Error(`${what}: ${non2xx + errors} failed.`);
      // The first round warms up.
      if (round === 0) continue;
      rates[position]!.push(requests.average);
      waits[position]!.push(latency.p99);
    }
  }
  progress.end();
  console.log('\n| | requests/s | range | p99 ms |\n| --- | ---: | ---: | ---: |');
  for (const [position, { what }] of ways.entries()) {
    const of = (share: number) => quantile(rates[position]!, share).toFixed(0);
    console.log(
      `| ${what} | ${of(0.5)} | ${of(0)}–${of(1)} | ${quantile(waits[position]!, 0.5).toFixed(0)} |`,
    );
  }

  const uncached = ways.findIndex(({ what }) => what === 'Page, not cached');
  if (!smoke) recordFigure('npm run bench:portals', `${quantile(rates[uncached]!, 0.5).toFixed(0)} a second`);

  /** The same reader thrice: without a cache, with one of their own that asks again, behind one that all share. */
  async function waysTo(name: string, headers: Record<string, string>) {
    const url = baseUrl + portal;
    const answer = await fetch(url, { headers });
    const known = { ...headers, 'if-none-match': answer.headers.get('etag')! };
    const shared = (await cache.call('start', { baseUrl })) + portal;
    return [
      { what: `${name}, not cached`, url, headers },
      { what: `${name}, known already (304)`, url, headers: known },
      { what: `${name}, from a shared cache before the service`, url: shared, headers },
    ];
  }
} finally {
  progress.end();
  await cache.stop();
  await service.stop();
  rmSync(home, { recursive: true, force: true });
}

/** When the largest part of each page's first view is painted (at most 1,000 ms), and how much moves (at most 0.01). */
async function printPaints(portal: string, { idea }: { idea: string }): Promise<void> {
  const browser = await startChromium();
  try {
    console.log('\n| on a phone, slow 4G | largest paint, ms | shift |\n| --- | ---: | ---: |');
    for (const [name, path] of Object.entries({ ...pages, 'An item with a photo': idea })) {
      const { largestMs, shift } = await measurePaint(browser, portal + path, ROUNDS);
      console.log(`| ${name} | ${largestMs.toFixed(0)} | ${shift.toFixed(3)} |`);
    }
  } finally {
    await browser.close();
  }
}

/** Bytes of a page's HTML, and of all that is not an image, compressed. */
async function weigh(baseUrl: string, path: string) {
  const text = async (address: string) => (await fetch(baseUrl + address, { headers: page })).text();
  const markup = await text(path);
  const sheets = [...markup.matchAll(/<link rel="stylesheet" href="([^"]+)"/g)].map(([, href]) => href!);
  const all = [markup, ...(await Promise.all(sheets.map(text)))];
  const compressed = all.reduce((sum, one) => sum + gzipSync(one).length, 0);
  return { whole: Buffer.byteLength(markup), compressed };
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
