import { beforeAll, expect, test } from 'vitest';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { allVotes } from '../support/votes.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { expectRefusal } from '../support/answers.ts';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { until } from '../support/until.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;
let visitors: Browser[];

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  const elsewhere = await newWorkspace();
  const people = [await elsewhere.person('guest'), await elsewhere.person('guest')];
  visitors = await Promise.all(people.map((person) => signedIn(sharedService(), elsewhere, person)));
});

async function newItems(...titles: string[]) {
  const portal = await feedback.portal();
  const items: FeedbackItem[] = [];
  for (const title of titles) items.push(await feedback.item(portal, { title }));
  const at = ({ id }: FeedbackItem) => `${feedback.pathOf(portal)}/items/${id}`;
  const page = ({ slug }: FeedbackItem) => `/portals/${portal.slug}/feedback/items/${slug}`;
  return {
    portal,
    items,
    at,
    page,
    merge: (item: FeedbackItem, into: FeedbackItem) =>
      admin.client.post(`${at(item)}/merge`, { intoItemId: into.id }),
    unmerge: (item: FeedbackItem) => admin.client.post(`${at(item)}/unmerge`),
    vote: async (browser: Browser, item: FeedbackItem, vote = 'give') =>
      await browser.submit(await browser.open(page(item)), `${page(item)}/vote`, { vote }),
  };
}

/** Waits until an item has these numbers of votes and comments. */
const expectCounts = (item: FeedbackItem, votes: number, comments: number) =>
  until(async () => {
    const { voteCount, commentCount } = await feedback.readItem(item);
    return voteCount === votes && commentCount === comments;
  });

const anyone = () => createBrowser(sharedService().baseUrl);

test('votes and comments follow, each person counts once, and the address redirects; undone, all is as before', async () => {
  const { portal, items, at, page, merge, unmerge, vote } = await newItems('Night mode', 'Dark mode');
  const [duplicate, remaining] = items as [FeedbackItem, FeedbackItem];
  await vote(visitors[0]!, duplicate);
  await vote(visitors[1]!, duplicate);
  await vote(visitors[1]!, remaining);
  const said = await feedback.comment(portal, duplicate, admin, 'My eyes hurt.');
  await feedback.comment(portal, remaining, admin, 'Please.');

  const { status, json } = await merge(duplicate, remaining);
  expect([status, json.data.mergedIntoId, json.data.hidden]).toEqual([200, remaining.id, true]);
  expect((await merge(duplicate, remaining)).json).toEqual(json);
  await expectCounts(remaining, 2, 2);
  const shown = await anyone().open(page(duplicate));
  expect([shown.status, new URL(shown.url).pathname]).toEqual([200, page(remaining)]);
  expect(shown.text).toMatch(/2 comments.*My eyes hurt\..*Please\./s);
  expect((await visitors[0]!.open(page(remaining))).text).toContain('aria-pressed="true"');
  const listed = (await admin.client.get(`${at(remaining)}/comments`)).json.data;
  expect(listed.map(({ content }: { content: string }) => content)).toEqual(['Please.', 'My eyes hurt.']);

  // A comment is hidden where it is shown, and counted in both.
  await admin.client.patch(`${at(remaining)}/comments/${said.id}`, { hidden: true });
  await expectCounts(remaining, 2, 1);
  await expectCounts(duplicate, 2, 0);
  expectRefusal(
    await admin.client.patch(at(duplicate), { expectedUpdatedAt: json.data.updatedAt, hidden: false }),
    409,
    'conflict',
  );
  expectRefusal(await admin.client.delete(at(duplicate)), 409, 'conflict');

  const undone = await unmerge(duplicate);
  expect([undone.status, undone.json.data.mergedIntoId]).toEqual([200, null]);
  await expectCounts(remaining, 1, 1);
  await expectCounts(duplicate, 2, 0);
  expect(new URL((await anyone().open(page(duplicate))).url).pathname).toBe(page(duplicate));
  expect(await allVotes(createReader(workspace.database), remaining.id)).toHaveLength(1);
});

test('an answer of the team on a merged item is pinned to the one that remains, until the merge is undone', async () => {
  const { portal, items, at, page, merge, unmerge } = await newItems('Night mode', 'Dark mode');
  const [duplicate, remaining] = items as [FeedbackItem, FeedbackItem];
  const answered = await admin.client.post(`${at(duplicate)}/comments`, { content: 'We plan it for May.' });
  const officialCommentId = answered.json.data.id;
  const strange = await feedback.comment(portal, duplicate, admin, 'I agree.');
  const wrong = { expectedUpdatedAt: remaining.updatedAt, officialCommentId };
  expectRefusal(await admin.client.patch(at(remaining), wrong), 400, 'invalid_reference');
  await merge(duplicate, remaining);
  const now = await feedback.readItem(remaining);
  await feedback.change(at(remaining), now, { officialCommentId });
  const official = /class="[^"]*official[^"]*".*We plan it for May\./s;
  expect((await anyone().open(page(remaining))).text).toMatch(official);
  const pinned = await feedback.readItem(remaining);
  const visitors = { expectedUpdatedAt: pinned.updatedAt, officialCommentId: strange.id };
  expectRefusal(await admin.client.patch(at(remaining), visitors), 400, 'invalid_reference');
  await unmerge(duplicate);
  expect((await anyone().open(page(remaining))).text).not.toContain('We plan it for May.');
});

test('a vote that is taken back after the merge stays so, whatever is delivered again', async () => {
  const { items, merge, vote } = await newItems('Night mode', 'Dark mode');
  const [duplicate, remaining] = items as [FeedbackItem, FeedbackItem];
  await vote(visitors[0]!, duplicate);
  await merge(duplicate, remaining);
  await expectCounts(remaining, 1, 0);
  await vote(visitors[0]!, remaining, 'back');
  const now = await feedback.readItem(duplicate);
  await feedback.change(`${workspace.path}/portals/${now.portalId}/items/${now.id}`, now, {
    title: 'Night theme',
  });
  await expectCounts(remaining, 0, 0);
});

test('items merged into a duplicate follow it, and their merge cannot be undone alone', async () => {
  const { portal, items, page, merge, unmerge, vote } = await newItems('One', 'Two', 'Three');
  const [first, second, third] = items as [FeedbackItem, FeedbackItem, FeedbackItem];
  await vote(visitors[0]!, first);
  await feedback.comment(portal, first, admin);
  await merge(first, second);
  await expectCounts(second, 1, 1);
  await merge(second, third);
  await expectCounts(third, 1, 1);
  expect(new URL((await anyone().open(page(first))).url).pathname).toBe(page(third));
  expectRefusal(await unmerge(first), 409, 'conflict');
  await unmerge(second);
  await expectCounts(third, 0, 0);
  await expectCounts(second, 1, 1);
});

test('an item is merged only with another visible item of the portal', async () => {
  const { items, at, merge } = await newItems('One', 'Two', 'Three');
  const [first, second, third] = items as [FeedbackItem, FeedbackItem, FeedbackItem];
  const elsewhere = await newItems('Elsewhere');
  for (const into of [first, elsewhere.items[0]!, { ...first, id: crypto.randomUUID() }]) {
    expectRefusal(await merge(first, into), 400, 'invalid_reference');
  }
  await merge(second, third);
  expectRefusal(await merge(first, second), 400, 'invalid_reference');
  await feedback.change(at(first), first, { hidden: true });
  expectRefusal(await merge(first, third), 409, 'conflict');
});
