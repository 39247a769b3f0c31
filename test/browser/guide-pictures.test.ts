import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { resolve } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Demo } from '../../cli/core/demo-file.ts';
import { startChromium } from '../support/chromium.ts';
import { startDemoService } from '../support/demo-service.ts';
import { type OwnService } from '../support/service.ts';
import { enterMailedCode } from './enter-mailed-code.ts';

/**
 * The pictures of the guides, of the demo as `npm start` serves it, by day and by night. Its dates and numbers follow the
 * day, so a stored picture is not compared by pixels: each page still has to show what the guide says of it.
 */

/** Set to store the pictures again. */
const isStoring = Boolean(process.env['PICTURES']);
const folder = resolve(import.meta.dirname, '../../docs/images');

/** The pixels of a picture for each of the page, so that text is sharp on most screens. */
const SCALE = 1.5;

interface Picture {
  name: string;
  height: number;
  address: () => string;
  /** What the guide says that the page has. */
  shows: string;
  act?: (page: Page) => Promise<void>;
}

const WIDTH = 1024;

let service: OwnService;
let browser: Browser;
let demo: Demo;
/** A company's own site: `localhost` is another site than `127.0.0.1`, as which the service is served. */
let site: Server;
let siteUrl: string;

const sitePage = () => `<!doctype html>
  <html lang="en"><head><title>Tidepool</title><meta name="color-scheme" content="light dark">
    <style>body { font: 1.125rem/1.6 'Open Sans', sans-serif; margin: 3rem; max-width: 30rem } h1 { font-size: 2.5rem }</style>
    <script src="${service.baseUrl}/assets/widget.js" data-portal="${demo.portalSlug}" data-color="#0f766e" defer></script>
  </head><body><h1>Tidepool</h1><p>Notes for everything that you find between the tides.</p></body></html>`;

beforeAll(async () => {
  ({ service, demo } = await startDemoService());
  site = createServer((_, response) => response.setHeader('content-type', 'text/html').end(sitePage()));
  await new Promise<void>((done) => site.listen(0, 'localhost', done));
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`;
  await allowFrames();
  browser = await startChromium();
});
afterAll(async () => {
  await browser.close();
  site.close();
  await service.stop();
});

/** Lists the site among those that may show the portal of the demo. */
async function allowFrames(): Promise<void> {
  const portals = `${service.baseUrl}/api/v1/workspaces/${demo.workspaceId}/portals`;
  const headers = { authorization: `Bearer ${demo.tokens.admin}`, 'content-type': 'application/json' };
  const { data } = (await (await fetch(portals, { headers })).json()) as {
    data: { id: string; slug: string; updatedAt: string }[];
  };
  const { id, updatedAt } = data.find(({ slug }) => slug === demo.portalSlug)!;
  const body = JSON.stringify({ expectedUpdatedAt: updatedAt, embedOrigins: [siteUrl] });
  const answer = await fetch(`${portals}/${id}`, { method: 'PATCH', headers, body });
  expect(answer.status).toBe(200);
}

const ADMIN = 'ada@example.com';

let signedIn: Awaited<ReturnType<BrowserContext['storageState']>>;

async function signIn(): Promise<void> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${service.baseUrl}/sign-in`);
  await page.fill('#email', ADMIN);
  await page.getByRole('button', { name: 'Send me a code' }).click();
  await enterMailedCode(page, service.baseUrl, ADMIN);
  await page.waitForURL('**/my-work/*');
  signedIn = await context.storageState();
  await context.close();
}

const pictures: readonly Picture[] = [
  {
    name: 'team-board',
    height: 1000,
    address: () => `${service.baseUrl}/teams/${demo.restrictedTeamId}`,
    shows: 'Show this sprint only',
  },
  {
    name: 'portal-team',
    height: 660,
    address: () => `${service.baseUrl}/portals/${demo.portalSlug}/feedback/items/sign-in-with-a-passkey`,
    shows: 'Only members of your workspace see this part.',
  },
  {
    name: 'portal-inbox',
    height: 660,
    address: () => `${service.baseUrl}/portals/${demo.portalSlug}/manage`,
    shows: 'New ideas',
  },
  {
    name: 'portal-widget',
    height: 660,
    address: () => siteUrl,
    shows: 'Notes for everything',
    act: async (page) => {
      await page.getByRole('button', { name: 'Feedback' }).click();
      await page.frameLocator('plotline-widget iframe').getByText('Sign in with a passkey').waitFor();
    },
  },
];

describe.each(['light', 'dark'] as const)('the pictures of guides in %s colors', (colorScheme) => {
  test.each(pictures)('show what the guide says of $name', async ({ name, height, address, shows, act }) => {
    if (!signedIn) await signIn();
    const context = await browser.newContext({
      viewport: { width: WIDTH, height },
      deviceScaleFactor: SCALE,
      colorScheme,
      storageState: signedIn,
    });
    const page = await context.newPage();
    await page.goto(address());
    await page.getByText(shows).first().waitFor();
    await act?.(page);
    const path = resolve(folder, `${name}-${colorScheme}.png`);
    if (isStoring) await page.screenshot({ path });
    const stored = PNG.sync.read(readFileSync(path));
    expect([stored.width, stored.height]).toEqual([WIDTH * SCALE, height * SCALE]);
    await context.close();
  });
});
