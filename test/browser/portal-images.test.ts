import type { Browser, BrowserContextOptions } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { sizedImagePath } from '../../shared/feedback/portal/image-name.ts';
import { noisyPng } from '../portals/images.ts';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

/** Ideas and updates with pictures that are wider than any window. */

interface Picture {
  id: string;
  width: number;
  height: number;
}

const PHONE = { viewport: { width: 390, height: 844 }, deviceScaleFactor: 3 };

let browser: Browser;
let portal: Portal;
let pictures: Picture[];
let idea: string;
let update: string;

beforeAll(async () => {
  browser = await startChromium();
  const workspace = await newWorkspace();
  const { client } = await workspace.person('admin');
  const feedback = feedbackApi(workspace, client);
  portal = await feedback.portal();
  pictures = [];
  for (const width of [2_000, 1_990]) {
    const data = noisyPng(width, 500, 8).toString('base64');
    const { json } = await client.post(`${feedback.pathOf(portal)}/images`, { data });
    pictures.push(json.data as Picture);
  }
  const markup = pictures.map((one) => `![A shore](${sizedImagePath(one.id, one)})`).join(`\n\nMore.\n\n`);
  idea = (await feedback.item(portal, { description: `Photos of a day.\n\n${markup}` })).slug;
  const covers = pictures.map(({ id }) => ({ coverImageId: id }));
  await feedback.published(portal, { title: 'Earlier', ...covers[1] });
  update = (await feedback.published(portal, { title: 'Photos', body: markup, ...covers[0] })).slug;
});
afterAll(() => browser.close());

/** The images of a page in the order in which they were asked for, and how its elements ask for them. */
async function shownAt(path: string, options: BrowserContextOptions) {
  const context = await browser.newContext(options);
  const page = await context.newPage();
  const asked: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/portal-images/')) asked.push(request.url().split('/').pop()!);
  });
  await page.goto(`${sharedService().baseUrl}/portals/${portal.slug}/feedback${path}`, {
    waitUntil: 'networkidle',
  });
  const shown = await page.locator('img.cover, .prose img').evaluateAll((all) =>
    all.map((image) => {
      const { fetchPriority, loading } = image as unknown as Record<string, string>;
      return [fetchPriority, loading];
    }),
  );
  await context.close();
  return { asked, shown };
}

const first = ['high', 'auto'];
const later = ['auto', 'lazy'];

test.each([
  ['an idea', () => `/items/${idea}`, [first, later]],
  ['an update', () => `/updates/${update}`, [first, later, later]],
  ['the changelog', () => '/updates', [first, later]],
])(
  'the first picture of %s is loaded first, and on a phone is no wider than is seen',
  async (_, path, priorities) => {
    const { asked, shown } = await shownAt(path(), PHONE);
    expect(shown).toEqual(priorities);
    expect(asked[0]).toBe(`${pictures[0]!.id}-960w`);
    // A wide window with two pixels for each of CSS gets what it can show.
    const wide = await shownAt(path(), { viewport: { width: 1280, height: 900 }, deviceScaleFactor: 2 });
    expect(wide.asked[0]).toMatch(new RegExp(`^${pictures[0]!.id}(-1920x\\d+)?$`));
  },
);
