import { expect, test } from 'vitest';
import { newFeedbackPlace } from '../feedback/feedback-place.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';

const { workspace, member, feedback, visitor, newItem } = await newFeedbackPlace();
const browser = await signedIn(sharedService(), workspace, member);

async function say(from: Browser, page: string, content: string) {
  await from.submit(await from.open(page), `${page}/comments`, { content, name: 'Iris' });
}

test('comments that the team has not answered are counted, marked and listed on their own', async () => {
  const { portal, item, at, page } = await newItem({ title: 'An idea' });
  const inbox = `/portals/${portal.slug}/manage?show=comments`;
  const wordsOn = async (query: string) =>
    [...(await browser.open(inbox + query)).text.matchAll(/<p>Word (\w+)/g)].map(([, word]) => word);
  for (const word of ['one', 'two']) await say(visitor, page, `Word ${word}`);
  await expect.poll(() => wordsOn('&only=unanswered')).toEqual(['two', 'one']);
  const all = (await browser.open(inbox)).text;
  expect(all).toMatch(/Unanswered <span class="count">2</);
  expect(all.match(/<span class="tag">Unanswered</g)).toHaveLength(2);
  // A note answers nobody; a reply of the team answers what was written before it.
  await member.client.post(`${at}/comments`, { content: 'Who is this?', internal: true });
  await say(browser, page, 'We hear you');
  await say(visitor, page, 'Word three');
  await expect.poll(() => wordsOn('&only=unanswered')).toEqual(['three']);
  expect(await wordsOn('')).toEqual(['three', 'two', 'one']);
  // Hidden comments need no answer, and the form leads back to this list.
  const list = await browser.open(`${inbox}&only=unanswered`);
  const hide = `/portals/${portal.slug}/manage/items/${item.slug}/hide-comment`;
  const hidden = await browser.submit(list, hide);
  expect(new URL(hidden.url).searchParams.get('only')).toBe('unanswered');
  await expect.poll(() => wordsOn('&only=unanswered')).toEqual([]);
  expect((await browser.open(`${inbox}&only=unanswered`)).text).toContain('Every comment is answered.');
});

test('what the team writes on the idea that another was merged into answers both', async () => {
  const { portal, item, at, page } = await newItem({ title: 'An idea' });
  const target = await feedback.item(portal, { title: 'The same idea' });
  await say(visitor, page, 'Word one');
  await member.client.post(`${at}/merge`, { intoItemId: target.id });
  const list = async () =>
    (await browser.open(`/portals/${portal.slug}/manage?show=comments&only=unanswered`)).text;
  await expect.poll(list).toContain('Word one');
  await say(browser, page.replace(item.slug, target.slug), 'We hear you');
  await expect.poll(list).not.toContain('Word one');
});
