import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seedDemo } from '../../infra/local/demo/seed-demo.ts';
import { startChromium } from '../support/chromium.ts';
import { startService, type OwnService } from '../support/service.ts';

/** The forms of the pages of this machine, which let in no form of another site. */
let service: OwnService;
let browser: Browser;
const home = mkdtempSync(join(tmpdir(), 'plotline-pages-'));

beforeAll(async () => {
  service = await startService({ home });
  await seedDemo({ ...service, tableName: () => service.tableName, home });
  browser = await startChromium();
});
afterAll(async () => {
  await browser.close();
  await service.stop();
  rmSync(home, { recursive: true });
});

test.each([
  ['/_local/demo', 'Open the board as Max', /\/teams\/[\w-]+$/],
  ['/_local/demo', 'Manage the portal as Ada', /\/manage/],
  ['/_local/mail', 'Forget all', /\/_local\/mail$/],
  ['/_local/inbox', 'Forget all', /\/_local\/inbox$/],
])('on %s, %s works in a browser', async (path, button, where) => {
  const page = await browser.newPage();
  await page.goto(`${service.baseUrl}${path}`);
  const sent = page.waitForResponse((response) => response.request().method() === 'POST');
  await page.getByRole('button', { name: button }).click();
  expect((await sent).status()).toBe(303);
  await page.waitForURL(where);
  await page.close();
});
