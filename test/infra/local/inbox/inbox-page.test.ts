import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { RunningService } from '../../../../infra/local/start.ts';
import { send } from '../http/http-client.ts';
import { startFixture } from '../support.ts';

let local: RunningService;
beforeAll(async () => {
  local = await startFixture();
});
beforeEach(() => local.inbox.clear());
afterAll(() => local.stop());

/** A function delivers to the inbox, as the product does. */
async function deliver(): Promise<void> {
  const url = `${local.baseUrl}/outside/inbox.plotline.test`;
  const answer = await fetch(url, { method: 'POST', body: JSON.stringify({ type: 'story.created' }) });
  expect(answer.status).toBe(200);
}

const post = (path: string, body: string) =>
  fetch(`${local.baseUrl}/_local/${path}`, { method: 'POST', body, redirect: 'manual' });

test('the page has a policy without inline code, and is sent again only when something changed', async () => {
  const first = await fetch(local.inbox.page);
  expect(first.headers.get('content-security-policy')).toContain("script-src 'self'");
  expect(await first.text()).not.toMatch(/<script(?![^>]* src=)|<style| style=| on[a-z]+=/);
  const again = { headers: { 'if-none-match': first.headers.get('etag')! } };
  expect((await fetch(local.inbox.page, again)).status).toBe(304);
  await deliver();
  expect((await fetch(local.inbox.page, again)).status).toBe(200);
  for (const [name, type] of Object.entries({ 'inbox.css': 'text/css', 'inbox.js': 'text/javascript' })) {
    const file = await fetch(`${local.baseUrl}/_local/${name}`);
    expect([file.status, file.headers.get('content-type')]).toEqual([200, `${type}; charset=utf-8`]);
  }
});

test('the page clears its deliveries', async () => {
  await deliver();
  expect((await post('inbox/clear', '')).status).toBe(303);
  expect(local.inbox.deliveries).toEqual([]);
});

test('the page refuses requests from other sites', async () => {
  for (const site of ['cross-site', 'same-site']) {
    const { status } = await send(local.baseUrl, '/_local/inbox/clear', {
      method: 'POST',
      headers: { 'sec-fetch-site': site },
    });
    expect(status).toBe(403);
  }
});

test('the page is shown under no name but this machine’s own, wherever the name resolves to', async () => {
  await deliver();
  const { port } = new URL(local.baseUrl);
  const status = async (host: string, path: string, method = 'GET') =>
    (await send(local.baseUrl, path, { method, headers: { host } })).status;
  for (const host of [
    `127.0.0.1:${port}`,
    '127.0.0.1',
    `localhost:${port}`,
    `LOCALHOST:${port}`,
    `[::1]:${port}`,
  ]) {
    expect([host, await status(host, '/_local/inbox.json')]).toEqual([host, 200]);
  }
  for (const host of [
    `evil.example:${port}`,
    'evil.example',
    'localhost.evil.example',
    'evil.example#localhost',
    'localhost@evil.example',
    'inbox.plotline.test',
    '127.0.0.2',
  ]) {
    for (const path of ['/_local/inbox', '/_local/inbox.json', '/_local/inbox.js', '/_local/other']) {
      expect([host, path, await status(host, path)]).toEqual([host, path, 421]);
    }
    expect([host, await status(host, '/_local/inbox/clear', 'POST')]).toEqual([host, 421]);
  }
  expect(local.inbox.deliveries).toHaveLength(1);
});

test('the page shares its address with no other, and comes before the routes of the template', async () => {
  for (const path of ['', 'other', 'inbox/answer']) {
    expect((await fetch(`${local.baseUrl}/_local/${path}`)).status).toBe(404);
  }
  expect((await post('other', '')).status).toBe(404);
  expect((await fetch(`${local.baseUrl}/_local/files`, { method: 'PUT' })).status).toBe(405);
});
