import { beforeAll, expect, test } from 'vitest';
import { signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newKey, newWorkspace, type Person } from '../support/workspace.ts';

const service = sharedService();
let feedback: Feedback;
let admin: Person;
let browser: Browser;

beforeAll(async () => {
  const workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  browser = await signedIn(service, workspace, await workspace.person('member'));
});

test('counts new ideas on each of its lists, orders them by votes on request, and searches them', async () => {
  const own = await feedback.portal();
  const path = `/portals/${own.slug}/manage`;
  const wanted = await feedback.item(own, { title: 'The wanted one' });
  await admin.client.post(`${feedback.pathOf(own)}/items/${wanted.id}/votes`, {
    name: 'A customer',
    email: `${newKey()}@example.com`,
  });
  await feedback.item(own, { title: 'The newest one' });
  const orderOf = async (query: string) => {
    const { text } = await browser.open(path + query);
    return [...text.matchAll(/<bdi>The (\w+) one</g)].map(([, word]) => word);
  };
  await expect.poll(async () => await orderOf('')).toEqual(['newest', 'wanted']);
  await expect.poll(async () => await orderOf('?sort=votes')).toEqual(['wanted', 'newest']);
  const comments = await browser.open(`${path}?show=comments`);
  expect(comments.text).toMatch(/New ideas <span class="count">2<\/span>/);
  const sorted = await browser.open(`${path}?sort=votes`);
  expect(sorted.text).toContain(`href="${path}?show=all&#38;sort=votes"`);
  expect(sorted.text).toMatch(new RegExp(`role="search" action="/portals/${own.slug}/feedback"`));
  const done = await browser.submit(sorted, `${path}/items/${wanted.slug}/status`, {
    status: 'planned',
  });
  expect(new URL(done.url).searchParams.get('sort')).toBe('votes');
});
