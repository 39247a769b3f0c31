import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startChromium } from '../support/chromium.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

let browser: Browser;
/** Another site, of whoever shows a portal in pages of their own. */
let site: Server;
let address: string;

beforeAll(async () => {
  browser = await startChromium();
  site = createServer((_, response) => response.setHeader('content-type', 'text/html').end('<h1>Ours</h1>'));
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done));
  const workspace = await newWorkspace();
  const portal = await feedbackApi(workspace, (await workspace.person('admin')).client).portal();
  address = `${sharedService().baseUrl}/portals/${portal.slug}/feedback`;
});
afterAll(async () => {
  await browser.close();
  site.close();
});

test.each(['', '/updates'])(
  'a page of another site reads %s, and asks whether it has changed',
  async (path) => {
    const page = await browser.newPage();
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}/`);
    const asked = await page.evaluate(async (url) => {
      const first = await fetch(url);
      const etag = first.headers.get('etag')!;
      const again = await fetch(url, { headers: { 'If-None-Match': etag } });
      return { data: ((await first.json()) as { data: unknown }).data, status: again.status };
    }, address + path);
    expect(asked).toEqual({ data: expect.anything(), status: 304 });
  },
);
