import { afterAll, beforeAll, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { signedIn } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { sharedService } from '../support/service.ts';
import { startSharedCache, type SharedCache } from '../support/shared-cache.ts';
import { newWorkspace } from '../support/workspace.ts';

let cache: SharedCache;
let feedback: Feedback;
let item: FeedbackItem;
let slug: string;
/** Of somebody who has signed in. */
let cookie: string;

beforeAll(async () => {
  const service = sharedService();
  cache = await startSharedCache(service);
  const workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  const visitor = await signedIn(service, workspace, await workspace.person('guest'));
  cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
});
afterAll(() => cache.stop());

/** Text and whether the service was asked for it. */
async function ask(path: string, headers: Record<string, string> = {}) {
  const before = cache.passed();
  const answer = await fetchPortal(cache, `${slug}/feedback${path}`, headers);
  expect(answer.status).toBe(200);
  return { text: await answer.text(), passedOn: cache.passed() > before };
}

async function newPortal() {
  const portal = await feedback.portal();
  item = await feedback.item(portal);
  const { slug: update } = await feedback.published(portal);
  slug = portal.slug;
  return ['', '/roadmap', '/updates', `/updates/${update}`, `/items/${item.slug}`];
}

test('a public page is stored: the second reader does not reach the service', async () => {
  for (const path of await newPortal()) {
    const first = await ask(path, asBrowser);
    expect(first.passedOn, path).toBe(true);
    expect(await ask(path, asBrowser), path).toEqual({ ...first, passedOn: false });
  }
});

test('a page and its JSON are not confused by a cache', async () => {
  await newPortal();
  for (const path of ['', '/updates', '']) {
    expect((await ask(path, asBrowser)).text).toMatch(/^<!doctype html>/);
    expect(JSON.parse((await ask(path)).text)).toHaveProperty('data');
  }
});

test('no one sees the page of a visitor who has signed in, and they not that of others', async () => {
  for (const path of await newPortal()) {
    const own = await ask(path, { ...asBrowser, cookie });
    expect(own.text, path).toContain('Sign out');
    const anonymous = await ask(path, asBrowser);
    expect(anonymous.passedOn, path).toBe(true);
    expect(anonymous.text, path).toContain('Sign in');
    expect(anonymous.text, path).not.toContain('Sign out');
    const again = await ask(path, { ...asBrowser, cookie });
    expect(again.passedOn, path).toBe(true);
    expect(again.text, path).toContain('Sign out');
  }
});
