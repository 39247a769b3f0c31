import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { commit } from '../../shared/kernel/db/write.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let feedback: Feedback;
let portal: Portal;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
});

const home = () => `/portals/${portal.slug}/feedback`;
const pathOf = (item: FeedbackItem) => `${home()}/items/${item.slug}`;
const itemsPath = () => `${feedback.pathOf(portal)}/items`;
const comments = async (item: FeedbackItem) =>
  (await admin.client.get(`${itemsPath()}/${item.id}/comments`)).json.data;

async function suggest(browser: Browser): Promise<FeedbackItem> {
  const title = `A wish ${randomUUID()}`;
  const form = await browser.open(`${home()}/new`);
  const fields = { title, boardId: portal.boards[0]!.id };
  expect((await browser.submit(form, `${home()}/new`, fields)).status).toBe(200);
  const { data } = (await admin.client.get(itemsPath(), { limit: 100 })).json;
  return data.find((item: FeedbackItem) => item.title === title);
}

async function comment(browser: Browser, item: FeedbackItem, content: string): Promise<string> {
  const page = await browser.open(pathOf(item));
  return (await browser.submit(page, `${pathOf(item)}/comments`, { content })).text;
}

/** The marks of the team on the page of an item, as anyone sees it. */
async function staffMarks(item: FeedbackItem) {
  const { text } = await createBrowser(sharedService().baseUrl).open(pathOf(item));
  return text.match(/class="staff"/g);
}

/** Somebody of another workspace, in a browser; `name` is what they are called there. */
async function visitor(name = 'The word of a workspace') {
  const elsewhere = await newWorkspace();
  const email = `${randomUUID()}@example.com`;
  const member = await elsewhere.operator.addMember({
    workspaceId: elsewhere.id,
    name,
    email,
    role: 'member',
  });
  const { userId } = await elsewhere.operator.personOf(member);
  return { elsewhere, member, email, userId, browser: await signedIn(sharedService(), elsewhere, member) };
}

const rename = async (browser: Browser, name: string) =>
  browser.submit(await browser.open('/account'), '/account/name', { name });

test('a visitor is the same one to a workspace each time, and unknown to other workspaces', async () => {
  const { browser, userId, member } = await visitor();
  const item = await suggest(browser);
  await comment(browser, item, 'And soon');
  const [said] = await comments(item);
  expect([item.authorKind, said.authorKind]).toEqual(['visitor', 'visitor']);
  expect(said.authorId).toBe(item.authorId);
  expect([userId, member.id]).not.toContain(item.authorId);

  const second = await newWorkspace();
  const boss = await second.person('admin');
  const theirs = feedbackApi(second, boss.client);
  const other = await theirs.portal();
  const otherItem = await theirs.item(other);
  const at = `/portals/${other.slug}/feedback/items/${otherItem.slug}`;
  await browser.submit(await browser.open(at), `${at}/comments`, { content: 'WorkspaceOperations too' });
  const path = `${theirs.pathOf(other)}/items/${otherItem.id}/comments`;
  const { data } = (await boss.client.get(path)).json;
  expect(data[0].authorId).not.toBe(item.authorId);
});

test('adding the address of a visitor does not reveal who they are', async () => {
  const { browser, email } = await visitor();
  const item = await suggest(browser);
  const { data } = (await admin.client.post(`${workspace.path}/members`, { name: 'Guess', email })).json;
  expect(data.id).not.toBe(item.authorId);
  await comment(browser, item, 'Not accepted');
  expect((await comments(item))[0]).toMatchObject({ authorId: item.authorId, authorKind: 'visitor' });
});

test('the name that people give themselves appears on all that they wrote, and follows their changes', async () => {
  const { browser } = await visitor();
  await rename(browser, 'Grace');
  const item = await suggest(browser);
  expect(await comment(browser, item, 'More of it')).toContain('Grace');
  expect(item.authorName).toBe('Grace');

  await rename(browser, 'Admiral Hopper');
  const { data: now } = (await admin.client.get(`${itemsPath()}/${item.id}`)).json;
  expect(now).toMatchObject({ authorName: 'Admiral Hopper', authorId: item.authorId, title: item.title });
  expect(now.updatedAt > item.updatedAt).toBe(true);
  expect((await comments(item))[0].authorName).toBe('Admiral Hopper');
  const { text } = await browser.open(pathOf(item));
  expect(text.match(/Admiral Hopper/g)!.length).toBeGreaterThanOrEqual(3);
  expect(text).not.toContain('Grace');
});

test('the name that a workspace uses for a person is not shown elsewhere', async () => {
  const { browser, elsewhere, userId } = await visitor('Their word for me');
  await commit(elsewhere.database, [{ update: { pk: `U#${userId}`, sk: '-' }, with: { remove: ['name'] } }]);
  const form = await browser.open(`${home()}/new`);
  const fields = { title: 'A wish', boardId: portal.boards[0]!.id };
  const asked = await browser.submit(form, `${home()}/new`, fields);
  expect(asked.status).toBe(400);
  expect(asked.text).toContain('Enter your name');
  expect(asked.text).not.toContain('Their word for me');
});

test('a person who works in the workspace is marked so until they are removed', async () => {
  const staff = await workspace.person('member');
  const browser = await signedIn(sharedService(), workspace, staff);
  const item = await suggest(browser);
  expect(item).toMatchObject({ authorId: staff.id, authorKind: 'user' });
  await comment(browser, item, 'We are on it');
  expect(await staffMarks(item)).toHaveLength(2);
  expect((await comments(item))[0]).toMatchObject({ authorId: staff.id, authorKind: 'user' });

  await admin.client.delete(`${workspace.path}/members/${staff.id}`);
  await comment(browser, item, 'We will pay everyone');
  // What they wrote as staff stays marked as such; what they say since has another author.
  expect(await staffMarks(item)).toHaveLength(2);
  const [last] = await comments(item);
  expect(last).toMatchObject({ content: 'We will pay everyone', authorKind: 'visitor' });
  expect(last.authorId).not.toBe(staff.id);
});

test('a member without a name of their own writes under that of the workspace, and is asked for none', async () => {
  const person = await workspace.person('member');
  const browser = await signedIn(sharedService(), workspace, person);
  const { userId } = await workspace.operator.personOf({ workspaceId: workspace.id, id: person.id });
  await commit(workspace.database, [{ update: { pk: `U#${userId}`, sk: '-' }, with: { remove: ['name'] } }]);
  const item = await suggest(browser);
  expect(item).toMatchObject({ authorKind: 'user', authorName: 'A member' });
  const text = await comment(browser, item, 'As the team');
  expect(text).toContain('Posted publicly as <strong><bdi>A member</bdi></strong>');
  expect(text).not.toContain('Your name');
  expect(text).not.toContain('Your account');
});

test('a guest of the workspace, and one who has not accepted, write as visitors', async () => {
  const guest = await workspace.person('guest');
  const browser = await signedIn(sharedService(), workspace, guest);
  const item = await suggest(browser);
  expect(item.authorKind).toBe('visitor');
  expect(item.authorId).not.toBe(guest.id);
});
