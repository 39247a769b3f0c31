import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { feedbackApi } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';

const { baseUrl } = sharedService();
/** The site that the portal lists. */
const SITE_URL = 'https://acme.example';
let portal: Portal;
let feedback: ReturnType<typeof feedbackApi>;

beforeAll(async () => {
  const workspace = await newWorkspace();
  const admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal({ embedOrigins: [SITE_URL] });
  await feedback.item(portal, { title: 'Dark mode' });
});

describe('other sites may frame', () => {
  const policyOf = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(baseUrl + path, { headers: { accept: 'text/html', ...headers } });
    const [, ancestors] = /frame-ancestors ([^;]+)/.exec(answer.headers.get('content-security-policy')!)!;
    return [ancestors, answer.headers.get('x-frame-options')];
  };
  const framed = { 'sec-fetch-dest': 'iframe' };
  const signIn = (slug: string) => `/sign-in?next=${encodeURIComponent(`/portals/${slug}/feedback`)}`;

  test('the pages of the portal, if they are listed', async () => {
    for (const page of ['', '/roadmap', '/updates', '/items/dark-mode', '/items/nothing']) {
      expect(await policyOf(`/portals/${portal.slug}/feedback${page}`), page).toEqual([SITE_URL, null]);
    }
    expect(await policyOf(signIn(portal.slug), framed)).toEqual([SITE_URL, null]);
  });

  test('no other page', async () => {
    const hidden = await feedback.portal({ embedOrigins: [SITE_URL], visibility: 'private' });
    const none = ["'none'", 'DENY'];
    for (const path of [
      '/',
      '/docs',
      '/account',
      '/sign-in',
      '/sign-in/code',
      signIn(portal.slug),
      '/portals/unknown/feedback',
      '/mail-preferences',
      `/portals/${hidden.slug}/feedback`,
      signIn(hidden.slug),
    ]) {
      expect(await policyOf(path), path).toEqual(none);
    }
    for (const path of ['/sign-in', '/sign-in?next=%2Faccount', signIn(hidden.slug), signIn('unknown')]) {
      expect(await policyOf(path, framed), path).toEqual(none);
    }
  });
});

test('the script is small, of this service alone, and requested again after an hour', async () => {
  const answer = await fetch(`${baseUrl}/assets/widget.js`);
  const text = await answer.text();
  expect(Buffer.byteLength(text)).toBeLessThan(10 * 1024);
  expect(gzipSync(text).length).toBeLessThan(4.5 * 1024);
  expect(text).not.toMatch(/https?:\/\/|innerHTML|fetch\(|cookie|eval/);
  expect(answer.headers.get('cache-control')).toBe('public, max-age=3600');
  expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
  const etag = answer.headers.get('etag')!;
  expect((await fetch(answer.url, { headers: { 'if-none-match': etag } })).status).toBe(304);
});
