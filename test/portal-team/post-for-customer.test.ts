import { randomUUID } from 'node:crypto';
import { expect, test } from 'vitest';
import { visitorLimits } from '../../shared/feedback/visitors/visitor-limits.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import { visitedPortal } from '../public-portals/visited-portal.ts';
import { signedIn } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';

const { workspace, elsewhere, portal, visitor, home, pathOf, suggest } = await visitedPortal();
const member = await workspace.person('member');
const browser = await signedIn(sharedService(), workspace, member);
const at = `${home}/new`;

/** A person with an account who has not been on the portal. */
async function newCustomer() {
  const email = `${randomUUID()}@example.com`;
  const person = { workspaceId: elsewhere.id, name: 'Iris', email, role: 'guest' as const };
  return {
    email,
    browser: await signedIn(sharedService(), elsewhere, await elsewhere.operator.addMember(person)),
  };
}

test('a member posts an idea for a customer, to whom it and its vote belong', async () => {
  const customer = await newCustomer();
  const description = 'Two lines,\r\none to iris@example.com.';
  const fields = { customerName: 'Iris of Initech', customerEmail: customer.email, description };
  const { item, shown } = await suggest(browser, fields);
  expect(shown.text).toContain('The idea is posted with your customer’s vote.');
  expect(shown.text).toMatch(/Posted by <bdi>A member<\/bdi> for <bdi>Iris of Initech<\/bdi>/);
  expect(item).toMatchObject({ authorName: 'Iris of Initech', addedBy: member.id, voteCount: 1 });
  expect(item.description).toMatch(/^Two lines,\none to (?!iris@).+\.$/);
  expect((await visitor.open(pathOf(item))).text).not.toContain('Posted by');
  // The name of their account is not the workspace's to know.
  await customer.browser.submit(await customer.browser.open('/account'), '/account/name', {
    name: 'I. Private',
  });
  expect((await visitor.open(pathOf(item))).text).toContain('Iris of Initech');
  // The customer has posted it themselves, as far as they are concerned.
  expect((await customer.browser.open(`${home}/mine`)).text).toContain(item.title);
  const form = await customer.browser.open(`${pathOf(item)}/edit`);
  const changed = await customer.browser.submit(form, `${pathOf(item)}/edit`, { title: 'In my own words' });
  expect(changed.text).toContain('Your idea is saved.');
});

test('the form for a customer keeps what was typed past similar ideas, and posts once', async () => {
  const title = `Kanban for gardeners ${randomUUID()}`;
  const sent = { title, boardId: portal.boards[0]!.id, customerName: 'Noor', customerEmail: '' };
  const refused = await browser.submit(await browser.open(at), at, { ...sent, customerName: 'Noor' });
  expect([refused.status, refused.text]).toEqual([
    400,
    expect.stringContaining('Enter the customer’s name and email address.'),
  ]);
  expect(refused.text).toMatch(/<details class="reveal" open>[^]*value="Noor"/);
  const customerEmail = `${randomUUID()}@example.com`;
  const twice = await Promise.all(
    [1, 2].map(() => browser.submit(refused, at, { ...sent, customerEmail, after: 'send' })),
  );
  expect(new Set(twice.map(({ url }) => new URL(url).pathname)).size).toBe(1);
});

test('ideas for customers do not count among those that a member may post in an hour as a visitor', async () => {
  const asked = { title: 'Of a customer', customerName: 'Noor', customerEmail: 'noor' };
  for (let sent = 0; sent <= visitorLimits.submissions.most; sent++)
    expect((await suggest(browser, asked)).shown.status).toBe(400);
  const own = await suggest(browser);
  expect([own.shown.status, own.item.addedBy]).toEqual([200, null]);
  // People who are not of the team post for nobody.
  const stranger = await newCustomer();
  expect((await suggest(stranger.browser, asked)).shown.status).toBe(403);
});

test('a visitor has no fields for a customer, and is refused with them', async () => {
  const page = await visitor.open(at);
  expect(page.text).not.toContain('customerEmail');
  const fields = { customerName: 'Iris', customerEmail: `${randomUUID()}@example.com` };
  const { item, shown } = await suggest(visitor, fields);
  expect([item as FeedbackItem | undefined, shown.status]).toEqual([undefined, 403]);
  expect(shown.text).toContain('Only the portal’s team can post for a customer.');
});
