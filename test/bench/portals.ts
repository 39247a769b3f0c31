/**
 * `npm run bench:portals`: what the pages of a feedback portal and of members weigh, when a phone on a slow network has painted them,
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
import type { Demo } from '../../cli/core/demo-file.ts';
import { createBrowser, type Browser } from '../support/browser.ts';
import { startChromium } from '../support/chromium.ts';
import type { CachePart } from './cache-part.ts';
import { addDemoPicture } from './demo-picture.ts';
import { measurePaint } from './paint.ts';
import { startPart } from './part.ts';
import { recordFigure } from './figure-results.ts';
import { createProgress } from './progress.ts';
import type { ServicePart } from './service-part.ts';
import { quantile } from './statistics.ts';
import { fetchPatiently } from './patient-fetch.ts';

const CONNECTIONS = 16;
const { smoke } = parseArgs({ options: { smoke: { type: 'boolean', default: false } } }).values;
const ROUNDS = smoke ? 1 : 5;
/** A run ends with a sample, of which autocannon takes one a second if it is not told otherwise. */
const LOAD = smoke ? { amount: 32, sampleInt: 50 } : { duration: 2 };

/** A page by its name and path. */
type Shown = readonly [name: string, path: string];

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

  console.log('| page | HTML, KB | with all but images, compressed, KB |\n| --- | ---: | ---: |');
  const [visitor, reader] = [createBrowser(baseUrl), createBrowser(baseUrl)];
  await reader.submit(await reader.open('/sign-in'), '/sign-in', demo.user);
  const own = await memberPages(demo);
  const ofPortal = Object.entries(pages).map(([name, path]) => [name, portal + path] as const);
  const weighed = [
    ...ofPortal.map((one) => [...one, visitor] as const),
    ...own.map((one) => [...one, reader] as const),
  ];
  for (const [name, path, browser] of weighed) {
    const { whole, compressed } = await weigh(browser, path);
    console.log(`| ${name} | ${kilobytes(whole)} | ${kilobytes(compressed)} |`);
  }

  const { idea } = await addDemoPicture(demo);
  const photo = ['An item with a photo', portal + idea] as const;
  console.log('\n| on a phone, slow 4G | largest paint, ms | shift |\n| --- | ---: | ---: |');
  await printPaints(baseUrl, [...ofPortal, photo], visitor);
  await printPaints(baseUrl, own, reader);

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
    const answer = await fetchPatiently(url, { headers });
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
async function printPaints(baseUrl: string, shown: readonly Shown[], { cookies }: Browser): Promise<void> {
  const browser = await startChromium();
  try {
    for (const [name, path] of shown) {
      const { largestMs, shift } = await measurePaint(browser, baseUrl + path, { rounds: ROUNDS, cookies });
      console.log(`| ${name} | ${largestMs.toFixed(0)} | ${shift.toFixed(3)} |`);
    }
  } finally {
    await browser.close();
  }
}

/** The pages of the demo's first team: its board, and the story that it shows first. */
async function memberPages({ baseUrl, workspaceId, teams, tokens }: Demo): Promise<Shown[]> {
  const [{ id: teamId } = { id: '' }] = teams;
  const url = `${baseUrl}/api/v1/workspaces/${workspaceId}/stories?limit=1&teamId=${teamId}`;
  const answer = await fetchPatiently(url, { headers: { authorization: `Bearer ${tokens.admin}` } });
  const { data } = (await answer.json()) as { data: { id: string }[] };
  return [
    ["A team's board", `/teams/${teamId}`],
    ['A story', `/stories/${data[0]!.id}`],
  ];
}

/** Bytes of a page's HTML, and of all that is not an image, compressed. */
async function weigh(reader: Browser, path: string) {
  const text = async (address: string) => (await reader.open(address)).text;
  const markup = await text(path);
  const others = [...markup.matchAll(/<(?:link rel="stylesheet" href|script src)="([^"]+)"/g)];
  const all = [markup, ...(await Promise.all(others.map(([, address]) => text(address!))))];
  const compressed = all.reduce((sum, one) => sum + gzipSync(one).length, 0);
  return { whole: Buffer.byteLength(markup), compressed };
}

function kilobytes(bytes: number): string {
  return (bytes / 1024).toFixed(1);
}
