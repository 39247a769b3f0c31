import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { FeedbackComment } from '../../shared/feedback/items/feedback-comment.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { visitorLimits } from '../../shared/feedback/visitors/visitor-limits.ts';
import { noisyPng, png, pngChunk, SECRET } from '../portals/images.ts';
import { consumeAttempt } from '../../shared/kernel/rate-limits/rate-limit-store.ts';
import { expectRefusal } from '../support/answers.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { imageFiles } from '../support/image-files.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { databaseOf, workerService, type WorkerService } from '../support/service.ts';
import { awayFromFullHour } from '../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let service: WorkerService;
let workspace: TestWorkspace;
let elsewhere: TestWorkspace;
let admin: Person;
let feedback: Feedback;
let portal: Portal;
let visitor: Browser;

beforeAll(async () => {
  ({ service } = await workerService());
  [workspace, elsewhere] = await Promise.all([newWorkspace(service), newWorkspace(service)]);
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
  visitor = await newVisitor();
});

const newPerson = async () => {
  const email = `${randomUUID()}@example.com`;
  const fields = { workspaceId: elsewhere.id, name: 'Ada Lovelace', email, role: 'guest' as const };
  return await elsewhere.operator.addMember(fields);
};
const newVisitor = async () => await signedIn(service, elsewhere, await newPerson());
const home = () => `/portals/${portal.slug}/feedback`;
const itemApi = ({ id }: FeedbackItem) => `${feedback.pathOf(portal)}/items/${id}`;
const read = async (item: FeedbackItem): Promise<FeedbackItem> =>
  (await admin.client.get(itemApi(item))).json.data;

async function suggest(browser: Browser = visitor): Promise<FeedbackItem> {
  const title = `A wish ${randomUUID()}`;
  const form = await browser.open(`${home()}/new`);
  await browser.submit(form, `${home()}/new`, { title, boardId: portal.boards[0]!.id, after: 'send' });
  const { data } = (await admin.client.get(`${feedback.pathOf(portal)}/items`, { limit: 100 })).json;
  return data.find((one: FeedbackItem) => one.title === title);
}

const valueOf = (text: string, name: string) =>
  new RegExp(`name="${name}"[^>]*?value="([^"]*)"`, 's').exec(text)?.[1];

/** Sends the form of a picture, as a browser does, and does not follow where it leads. */
async function send(browser: Browser, path: string, picture: Buffer, alt = 'A settings page') {
  const page = await browser.open(path);
  const form = new FormData();
  for (const name of ['form_token', 'once']) form.set(name, valueOf(page.text, name) ?? '');
  form.set('alt', alt);
  form.set('picture', new Blob([new Uint8Array(picture)]), 'picture.png');
  const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
  const post = async () => {
    const init = { method: 'POST', headers: { accept: 'text/html', cookie }, body: form } as const;
    const sent = await fetch(`${service.baseUrl}${path}`, { ...init, redirect: 'manual' });
    return { status: sent.status, location: sent.headers.get('location'), text: await sent.text() };
  };
  return { ...(await post()), again: post };
}

const get = (path: string) => fetch(`${service.baseUrl}${path}`);
const IMAGE = /!\[([^\]]*)\]\((\/portal-images\/([0-9a-f-]{36})-(\d+)x(\d+))\)/;

test('the author of an idea adds a picture, which everyone sees in its own ratio, without its metadata', async () => {
  const item = await suggest();
  const path = `${home()}/items/${item.slug}`;
  expect((await visitor.open(path)).text).toContain(`href="${path}/picture"`);
  const sent = await send(visitor, `${path}/picture`, noisyPng(1_000, 300));
  expect([sent.status, sent.location], sent.text).toEqual([303, `${path}?done=pictured#top`]);
  const { description } = await read(item);
  const [, alt, address, id, width, height] = IMAGE.exec(description!)!;
  expect([alt, width, height]).toEqual(['A settings page', '1000', '300']);
  const shown = await get(address!);
  expect([shown.status, shown.headers.get('content-type')]).toEqual([200, 'image/webp']);
  expect(Buffer.from(await shown.arrayBuffer()).includes(SECRET)).toBe(false);
  const page = await (await get(path)).text();
  expect(page).toContain(`src="${address}"`);
  expect(page).toContain('width="1000" height="300"');
  expect(page).toContain(`${id}-480w 480w`);
  // Sent again, as by a second click, it is added once.
  expect((await sent.again()).status).toBe(303);
  expect((await read(item)).description).toBe(description);
});

test('a picture of a comment is added to it', async () => {
  const item = await feedback.item(portal);
  const path = `${home()}/items/${item.slug}`;
  await visitor.submit(await visitor.open(path), `${path}/comments`, { content: 'Look at this.' });
  const comments = async (): Promise<FeedbackComment[]> =>
    (await admin.client.get(`${itemApi(item)}/comments`)).json.data;
  const { id } = (await comments())[0]!;
  const small = png(pngChunk('tEXt', Buffer.from(`Comment\0${SECRET}`, 'latin1')));
  const sent = await send(visitor, `${path}/comments/${id}/picture`, small, 'A [point]\nin red');
  expect([sent.status, sent.location]).toEqual([
    303,
    `${path}?done=comment-pictured&said=${id}#comment-${id}`,
  ]);
  const { content } = (await comments())[0]!;
  const [, alt, address] = IMAGE.exec(content)!;
  expect([content.split('\n')[0], alt]).toEqual(['Look at this.', 'A point in red']);
  const bytes = async () => Buffer.from(await (await get(address!)).arrayBuffer());
  expect(await bytes()).toEqual(png());
  await admin.client.delete(`${itemApi(item)}/comments/${id}`);
  expect((await get(address!)).status).toBe(404);
});

test('a picture without words says that it is one', async () => {
  const item = await suggest();
  const sent = await send(visitor, `${home()}/items/${item.slug}/picture`, noisyPng(40, 30), ' ');
  expect(sent.status).toBe(303);
  expect(IMAGE.exec((await read(item)).description!)![1]).toBe('Picture');
});

test('a file that is no picture is refused with what is wrong', async () => {
  const item = await suggest();
  const file = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>');
  const sent = await send(visitor, `${home()}/items/${item.slug}/picture`, file);
  expect(sent.status).toBe(400);
  expect(sent.text).toMatch(/role="alert"[^>]*>[^<]*PNG/);
  expect((await read(item)).description).toBeNull();
});

test('only its author can add a picture, and a form of another page adds none', async () => {
  const item = await suggest();
  const path = `${home()}/items/${item.slug}/picture`;
  const other = await newVisitor();
  expect((await other.open(path)).status).toBe(404);
  const anonymous = await fetch(`${service.baseUrl}${path}`, { redirect: 'manual' });
  expect(anonymous.headers.get('location')).toContain('/sign-in');
  const body = new FormData();
  body.set('alt', 'A page');
  const cookie = [...visitor.cookies].map((pair) => pair.join('=')).join('; ');
  const forged = await fetch(`${service.baseUrl}${path}`, { method: 'POST', headers: { cookie }, body });
  expect(forged.status).toBe(403);
});

/** Where the form of a page uploads to. */
const uploadKeyIn = (text: string): string | undefined => /uploads\/[\w/-]+/.exec(text)?.[0];

test('the form of a text has one place for uploads, however often and in how many tabs it is shown', async () => {
  const other = await newVisitor();
  const item = await suggest(other);
  const path = `${home()}/items/${item.slug}/picture`;
  const open = async () => uploadKeyIn((await other.open(path)).text);
  const shown = await Promise.all(Array.from({ length: 5 }, open));
  for (let again = 0; again < visitorLimits.uploads.most; again++) shown.push(await open());
  expect(shown).not.toContain(undefined);
  // Two where an hour begins meanwhile.
  expect(new Set(shown).size).toBeLessThan(3);
});

test('a person gets so many places for uploads an hour, then forms for smaller files, and none while banned', async () => {
  const { id } = await newPerson();
  const { userId } = await elsewhere.operator.personOf({ workspaceId: elsewhere.id, id });
  const other = await signedIn(service, elsewhere, { id });
  const item = await suggest(other);
  const path = `${home()}/items/${item.slug}/picture`;
  const database = databaseOf(service);
  const spend = () => consumeAttempt(database, visitorLimits.uploads, userId, new Date());
  await awayFromFullHour();
  const earlier = Array.from({ length: visitorLimits.uploads.most - 1 }, spend);
  expect(await Promise.all(earlier)).not.toContain(false);
  expect((await other.open(path)).text).toContain('data-upload=');
  const next = await suggest(other);
  const last = (await other.open(`${home()}/items/${next.slug}/picture`)).text;
  expect(last).toContain('type="file"');
  expect(last).not.toContain('data-upload=');
  expect((await other.open(path)).text).toContain('data-upload=');
  const ban = { visitorId: item.authorId };
  expect((await admin.client.post(`${workspace.path}/banned-visitors`, ban)).status).toBe(201);
  const refused = await other.open(path);
  expect(refused.status).toBe(403);
  expect(refused.text).not.toContain('type="file"');
});

test('a picture is gone when its idea is hidden, no longer names it, or is deleted', async () => {
  const item = await suggest();
  await send(visitor, `${home()}/items/${item.slug}/picture`, noisyPng(1_000, 300));
  const [, , address, id] = IMAGE.exec((await read(item)).description!)!;
  const change = async (fields: object) => feedback.change(itemApi(item), await read(item), fields);
  await change({ hidden: true });
  expect((await get(address!)).status).toBe(404);
  await change({ hidden: false });
  expect((await get(address!)).status).toBe(200);
  // It is not among the portal's own.
  const { json } = await admin.client.get(`${feedback.pathOf(portal)}/images`);
  expect(json.data).toEqual([]);
  expectRefusal(await admin.client.delete(`${feedback.pathOf(portal)}/images/${id}`), 404, 'not_found');
  const list = () => imageFiles(service, workspace.id, id!);
  expect(await list()).toContain('1000.webp');
  expect((await admin.client.delete(itemApi(item))).status).toBe(200);
  expect((await get(address!)).status).toBe(404);
  await service.streamsIdle();
  // The stream has deleted the item, and then the image.
  await service.streamsIdle();
  expect(await list()).toEqual([]);
});
