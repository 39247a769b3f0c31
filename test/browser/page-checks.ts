import axe from 'axe-core';
import { mkdirSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { expect } from 'vitest';
import { sampled } from '../support/sampling.ts';

/** Where whole pages are stored as pictures, to be looked at; set PICTURES to have them made. */
const pictures = process.env['PICTURES'] ? resolve(import.meta.dirname, '../../dist/screenshots') : undefined;

const widths = [360, 768, 1280];
const colorSchemes = ['light', 'dark'] as const;
const allViews = widths.flatMap((width) => colorSchemes.map((colorScheme) => ({ width, colorScheme })));

/**
 * The windows that a file looks at, from a phone to a desk, by day and by night: one of the six in `npm test`, which
 * the file's name draws apart from others'; all of them under `npm run test:long` and for pictures.
 */
export const viewsOf = (file: string): View[] =>
  pictures ? allViews : sampled(`views of ${file}`, 1, allViews);

export type View = (typeof allViews)[number];

export const phone: View = allViews[0]!;

/** A visitor's window, which remembers whatever its console complained of. */
export async function openWindow(
  browser: Browser,
  { width, colorScheme }: View,
  options: BrowserContextOptions = {},
) {
  const context = await browser.newContext({ viewport: { width, height: 800 }, colorScheme, ...options });
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(error.message));
  return { context, page, complaints };
}

/** Acts in a window of its own, which is closed however that ends. */
export async function withPage<T>(
  browser: Browser,
  options: BrowserContextOptions,
  act: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await browser.newContext(options);
  try {
    return await act(await context.newPage());
  } finally {
    await context.close();
  }
}

/** Checks what stands on a page: by axe, whether it fits, and whether fingers can hit what is to be hit. */
export async function assertPage(page: Page, name: string, { width, colorScheme }: View): Promise<void> {
  await page.evaluate(axe.source);
  // Only the violations leave the page: what passed is many times as much, and Playwright validates each value of it.
  const violations = await page.evaluate(async () => {
    const { axe: inPage } = globalThis as unknown as { axe: typeof axe };
    const found = await inPage.run({
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
      resultTypes: ['violations'],
    });
    return found.violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
  });
  expect(violations).toEqual([]);
  const ids = await page.locator('[id]').evaluateAll((all: { id: string }[]) => all.map(({ id }) => id));
  expect(ids, `${name}: each id once`).toEqual([...new Set(ids)]);
  const size = '[document.documentElement.scrollWidth, window.innerWidth]';
  const [needed, given] = await page.evaluate<[number, number]>(size);
  expect(needed, `${name} at ${width} pixels`).toBeLessThanOrEqual(given);
  // Links within text are as high as its lines; what is folded away has no height.
  const heights = await page
    .locator('button, input:not([type=hidden]), a:not(p a, dt a, dd a)')
    .evaluateAll((all: { getBoundingClientRect(): { height: number } }[]) =>
      all.map((element) => element.getBoundingClientRect().height).filter((height) => height > 0),
    );
  expect(Math.min(24, ...heights), `${name}: the lowest target, in pixels`).toBe(24);
  if (!pictures) return;
  mkdirSync(pictures, { recursive: true });
  await page.screenshot({ path: resolve(pictures, `${name}-${width}-${colorScheme}.png`), fullPage: true });
}
