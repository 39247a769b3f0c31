import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import pixelmatch from 'pixelmatch';
import { PNG } from 'pngjs';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { sharedService } from '../support/service.ts';
import { openWindow } from './page-checks.ts';

/**
 * The components of the gallery compared with stored pictures. Chromium and its only fonts are from the lock file, and
 * it draws without a graphics card, so another Linux makes the same pictures but for single pixels at edges.
 */

/** Set to store the pictures again. */
const isStoring = Boolean(process.env['PICTURES']);
const folder = resolve(import.meta.dirname, 'gallery');

/** Of the pixels of a picture, those that may differ visibly, smoothed edges aside. */
const TOLERATED_SHARE = 0.001;
const PIXEL_THRESHOLD = 0.15;

let browser: Browser;
beforeAll(async () => {
  browser = await startChromium();
});
afterAll(() => browser.close());

test.each(['/_local/gallery', '/_local/gallery/account', '/_local/gallery/planning'])(
  'the components at %s look as their stored pictures, in light and dark',
  async (path) => {
    const view = { width: 1024, colorScheme: 'light' as const };
    const { context, page, complaints } = await openWindow(browser, view, { reducedMotion: 'reduce' });
    await page.goto(sharedService().baseUrl + path);
    // A focused field has moved the page.
    await page.evaluate('scrollTo(0, 0)');
    const all = PNG.sync.read(await wholePicture(page));
    const changed: string[] = [];
    for (const example of await page.locator('[data-example]').all()) {
      const name = (await example.getAttribute('data-example'))!;
      if (!isLike(name, cut(all, (await example.boundingBox())!))) changed.push(name);
    }
    expect(changed, 'look at them at the address, and store them with PICTURES=1 if they are meant').toEqual(
      [],
    );
    expect(complaints).toEqual([]);
    await context.close();
  },
);

const ATTEMPTS = 5;

/** A picture of a whole page. Chromium refuses some on a busy machine, whatever they show. */
async function wholePicture(page: Page): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await page.screenshot({ fullPage: true });
    } catch (error) {
      if (attempt === ATTEMPTS || !String(error).includes('Unable to capture screenshot')) throw error;
    }
  }
}

/** A part of a picture. */
function cut(all: PNG, box: Record<'x' | 'y' | 'width' | 'height', number>): PNG {
  const [x, y, right, bottom] = [box.x, box.y, box.x + box.width, box.y + box.height].map(Math.round);
  const part = new PNG({ width: right! - x!, height: bottom! - y! });
  PNG.bitblt(all, part, x, y, part.width, part.height, 0, 0);
  return part;
}

/** Whether a picture is like the stored one. */
function isLike(name: string, shown: PNG): boolean {
  const path = resolve(folder, `${name.replaceAll(' ', '-')}.png`);
  if (isStoring) writeFileSync(path, PNG.sync.write(shown));
  if (!existsSync(path)) return false;
  const stored = PNG.sync.read(readFileSync(path));
  const { width, height } = stored;
  if (shown.width !== width || shown.height !== height) return false;
  const options = { threshold: PIXEL_THRESHOLD };
  const differing = pixelmatch(shown.data, stored.data, undefined, width, height, options);
  return differing <= width * height * TOLERATED_SHARE;
}
