import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { FeedbackComment } from '../../shared/feedback/items/feedback-comment.ts';
import type { Portal } from '../../shared/feedback/portals/portal.ts';
import { getReactions, reactionsTo } from '../../shared/feedback/items/reaction-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let elsewhere: TestWorkspace;
let admin: Person;
let feedback: Feedback;
let portal: Portal;
let visitor: Browser;
let other: Browser;

beforeAll(async () => {
  [workspace, elsewhere] = await Promise.all([newWorkspace(), newWorkspace()]);
  admin = await workspace.person('admin');
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
  [visitor, other] = await Promise.all([newVisitor(), newVisitor()]);
});

const newVisitor = async (name = 'Ada Lovelace') => {
  const fields = {
    workspaceId: elsewhere.id,
    name,
    email: `${randomUUID()}@example.com`,
    role: 'guest' as const,
  };
  const member = await elsewhere.operator.addMember(fields);
  return await signedIn(sharedService(), elsewhere, member);
};
const home = () => `/portals/${portal.slug}/feedback`;
const pathOf = (item: FeedbackItem) => `${home()}/items/${item.slug}`;
const commentPath = (item: FeedbackItem, { id }: FeedbackComment) => `${pathOf(item)}/comments/${id}`;
const itemApi = ({ id }: FeedbackItem) => `${feedback.pathOf(portal)}/items/${id}`;
const comments = async (item: FeedbackItem): Promise<FeedbackComment[]> =>
  (await admin.client.get(`${itemApi(item)}/comments`)).json.data;

async function say(browser: Browser, item: FeedbackItem, fields: Record<string, string>) {
  const page = await browser.open(pathOf(item));
  return await browser.submit(page, `${pathOf(item)}/comments`, fields);
}

/** An idea with a comment by a visitor. */
async function discussed(content = 'Yes, please.') {
  const item = await feedback.item(portal);
  const shown = await say(visitor, item, { content });
  const [comment] = await comments(item);
  return { item, comment: comment!, shown };
}

async function suggest(browser: Browser, fields: Record<string, string> = {}) {
  const title = `A wish ${randomUUID()}`;
  const form = await browser.open(`${home()}/new`);
  const sent = { title, boardId: portal.boards[0]!.id, after: 'send', ...fields };
  const shown = await browser.submit(form, `${home()}/new`, sent);
  const { data } = (await admin.client.get(`${feedback.pathOf(portal)}/items`, { limit: 100 })).json;
  return { shown, item: data.find((one: FeedbackItem) => one.title === title) as FeedbackItem };
}

describe('a name', () => {
  test('is asked for once, in the form, and shown with initials from then on', async () => {
    const nameless = await newVisitor('nameless@example.com');
    const item = await feedback.item(portal);
    const page = await nameless.open(pathOf(item));
    expect(page.text).toMatch(/<input\s+id="name"/);
    const refusals = ['', 'Max\u200bMuster', 'Team', 'Acme Team', 'Теам', '✔ Max', 'x'.repeat(121), '\u3164'];
    for (const name of refusals) {
      const refused = await say(nameless, item, { content: 'Typed with care', name });
      expect([name, refused.status]).toEqual([name, 400]);
      expect(refused.text).toMatch(/<textarea[^>]*>\s*Typed with care</);
    }
    expect(await comments(item)).toEqual([]);
    const shown = await say(nameless, item, { content: 'Hello', name: 'Max Muster' });
    expect(shown.text).toContain('aria-hidden="true">MM</span>');
    expect(shown.text).toContain('Posted publicly as <strong><bdi>Max Muster</bdi>');
    expect(shown.text).not.toMatch(/<input\s+id="name"/);
    expect((await comments(item))[0]).toMatchObject({ authorName: 'Max Muster', authorKind: 'visitor' });
  });

  test('can be removed later, from everything posted under it', async () => {
    const { item } = await discussed();
    const leaving = await newVisitor('Grace Hopper');
    await say(leaving, item, { content: 'Me too' });
    await leaving.submit(await leaving.open('/account'), '/account/name', { remove: 'yes' });
    expect((await comments(item))[0]).toMatchObject({ content: 'Me too', authorName: 'Someone' });
    expect((await leaving.open(pathOf(item))).text).toMatch(/<input\s+id="name"/);
  });
});

test('an idea is as long as the form promises in any script, and a longer one is not lost', async () => {
  const fits = await suggest(visitor, { description: 'あ'.repeat(5_000) });
  expect([fits.shown.status, fits.item.description]).toEqual([200, 'あ'.repeat(5_000)]);
  const { shown } = await suggest(visitor, { description: 'あ'.repeat(10_000) });
  expect(shown.status).toBe(400);
  expect(shown.text).toContain('5,000 in scripts such as Japanese.');
  expect(shown.text).toContain('あ'.repeat(10_000));
});

describe('a comment', () => {
  test('is shown as safe Markdown, with line breaks, and where it is said that it is posted', async () => {
    const { comment, shown } = await discussed('**Soon**, see https://example.com\nor <b>not</b>');
    expect(shown.text).toContain('<strong>Soon</strong>');
    expect(shown.text).toContain('<a href="https://example.com" rel="nofollow ugc noopener">');
    expect(shown.text).toMatch(/<br \/>\s*or &lt;b&gt;not/);
    expect(shown.url).toMatch(new RegExp(`said=${comment.id}#comment-${comment.id}$`));
    expect(shown.text).toContain('Your comment is posted.');
    const { url } = shown;
    const anonymous = createBrowser(sharedService().baseUrl);
    expect((await anonymous.open(url)).text).not.toContain('Your comment is posted.');
  });

  test('is changed by its author, which the team sees, and by no one else', async () => {
    const { item, comment } = await discussed();
    const at = commentPath(item, comment);
    expect((await other.open(at)).status).toBe(404);
    const form = await visitor.open(at);
    expect(form.text).toContain('Yes, please.</textarea');
    const shown = await visitor.submit(form, at, { content: 'No, thanks.' });
    expect(shown.text).toContain('Your comment is saved.');
    expect(shown.text).toContain('<span>edited</span>');
    const [edited] = await comments(item);
    expect(edited).toMatchObject({ content: 'No, thanks.', editedAt: expect.any(String) });
    // The same form again changes nothing more.
    await visitor.submit(form, at, { content: 'No, thanks.' });
    expect(await comments(item)).toEqual([edited]);
    const token = /name="form_token" value="([^"]+)"/.exec((await other.open(pathOf(item))).text)![1]!;
    const stolen = await other.request('POST', at, { content: 'Mine', form_token: token });
    const forged = await visitor.request('POST', at, { content: 'Mine', form_token: token });
    expect([stolen.status, forged.status]).toEqual([404, 403]);
    expect((await visitor.submit(form, at, { content: ' ' })).status).toBe(400);
    expect(await comments(item)).toEqual([edited]);
  });

  test('keeps what was saved in another window until its author has seen it', async () => {
    const { item, comment } = await discussed();
    const at = commentPath(item, comment);
    const [first, second] = [await visitor.open(at), await visitor.open(at)];
    await visitor.submit(first, at, { content: 'First.' });
    const refused = await visitor.submit(second, at, { content: 'Second.' });
    expect(refused.text).toContain('This comment has changed in the meantime.');
    expect(refused.text).toContain('Second.</textarea');
    expect((await comments(item))[0]!.content).toBe('First.');
    await visitor.submit(refused, at, { content: 'Second.' });
    expect((await comments(item))[0]!.content).toBe('Second.');
  });

  test('takes the reactions to it along when the team deletes it', async () => {
    const { item, comment, shown } = await discussed();
    await visitor.submit(shown, `${commentPath(item, comment)}/reaction`, { give: 'heart' });
    const hearts = async () =>
      reactionsTo(await getReactions(createReader(workspace.database), item.id), comment.id).heart.size;
    expect(await hearts()).toBe(1);
    expect((await admin.client.delete(`${itemApi(item)}/comments/${comment.id}`)).status).toBe(200);
    expect(await hearts()).toBe(0);
  });

  test('is deleted by its author once, with its count', async () => {
    const { item, comment } = await discussed();
    const at = commentPath(item, comment);
    const form = await visitor.open(at);
    for (let time = 0; time < 2; time++) {
      const shown = await visitor.submit(form, `${at}/delete`);
      expect(shown.text).toContain('Your comment is deleted.');
    }
    expect((await feedback.readItem(item)).commentCount).toBe(0);
    expect(await comments(item)).toEqual([]);
  });

  test('takes replies of one level, and reactions of which each counts once', async () => {
    const { item, comment } = await discussed();
    const page = await other.open(`${pathOf(item)}?reply=${comment.id}`);
    const shown = await other.submit(page, `${pathOf(item)}/comments`, { content: 'A reply' });
    expect(shown.text).toMatch(/class="plain replies">[^]*A reply/);
    const [reply] = await comments(item);
    expect(reply).toMatchObject({ content: 'A reply', parentId: comment.id });
    await say(visitor, item, { content: 'A reply to that', parentId: reply!.id });
    expect((await comments(item))[0]).toMatchObject({ parentId: comment.id });

    const react = (fields: Record<string, string>) =>
      other.submit(shown, `${commentPath(item, comment)}/reaction`, fields);
    for (let time = 0; time < 2; time++) {
      expect((await react({ give: 'heart' })).text).toMatch(/aria-pressed="true"\s+aria-label="Heart: 1"/);
    }
    expect((await createBrowser(sharedService().baseUrl).open(pathOf(item))).text).toContain('Heart: 1');
    expect((await react({ back: 'heart' })).text).toContain('aria-label="Heart: 0"');
    // Replies outlive what they reply to.
    await visitor.submit(
      await visitor.open(commentPath(item, comment)),
      `${commentPath(item, comment)}/delete`,
    );
    expect((await other.open(pathOf(item))).text).toContain('A reply to that');
  });

  test('by a member replies too, to a comment of the item only', async () => {
    const [{ item, comment }, foreign] = await Promise.all([discussed(), discussed()]);
    const send = (parentId: string) =>
      admin.client.post(`${itemApi(item)}/comments`, { content: 'We are on it', parentId });
    expect((await send(comment.id)).json.data).toMatchObject({ parentId: comment.id, editedAt: null });
    const [reply] = await comments(item);
    await feedback.change(itemApi(item), await feedback.readItem(item), { officialCommentId: reply!.id });
    const pinned = (await visitor.open(pathOf(item))).text;
    expect(pinned.split(`id="comment-${reply!.id}"`)).toHaveLength(2);
    const { status, json } = await send(foreign.comment.id);
    expect([status, json.code ?? json.error?.code]).toEqual([400, 'invalid_reference']);
  });

  test('of a banned visitor takes no change, and a banned visitor neither reacts nor follows', async () => {
    const banned = await newVisitor();
    const item = await feedback.item(portal);
    await say(banned, item, { content: 'Rude' });
    const [comment] = await comments(item);
    const at = commentPath(item, comment!);
    const [form, page] = [await banned.open(at), await banned.open(pathOf(item))];
    await admin.client.post(`${workspace.path}/banned-visitors`, { visitorId: comment!.authorId });
    expect((await banned.submit(form, at, { content: 'Ruder' })).status).toBe(403);
    expect((await banned.submit(page, `${at}/reaction`, { give: 'heart' })).status).toBe(403);
    expect((await banned.submit(page, `${pathOf(item)}/follow`, { follow: 'yes' })).status).toBe(403);
    expect((await comments(item))[0]).toEqual(comment);
  });

  test('is on a further page once there are more than a hundred newer ones', async () => {
    const item = await feedback.item(portal);
    const guest = await elsewhere.person('guest');
    for (let number = 0; number < 101; number++) {
      await feedback.comment(portal, item, guest, `Number ${number}.`);
    }
    const page = await visitor.open(pathOf(item));
    expect(page.text).not.toContain('Number 0.');
    const [, href] = /href="([^"]*cursor=[^"]*)"/.exec(page.text)!;
    const older = await createBrowser(sharedService().baseUrl).open(href!.replaceAll('&#38;', '&'));
    expect(older.text).toContain('Number 0.');
    expect(older.text).toContain('Show the newest');
  });
});

describe('an idea', () => {
  test('is changed by its author until the team responds, and by no one else', async () => {
    const { item } = await suggest(visitor);
    const at = `${pathOf(item)}/edit`;
    expect((await other.open(at)).status).toBe(404);
    const form = await visitor.open(at);
    const shown = await visitor.submit(form, at, { title: 'A better wish', description: '*Because*' });
    expect(shown.text).toContain('Your idea is saved.');
    expect(await feedback.readItem(item)).toMatchObject({ title: 'A better wish', description: '*Because*' });
    // An older window does not replace it without a word.
    const late = await visitor.submit(form, at, { title: 'An older wish', description: '' });
    expect([late.status, late.text]).toEqual([400, expect.stringContaining('has changed in the meantime')]);
    const now = await feedback.readItem(item);
    await feedback.change(itemApi(item), now, { status: 'planned' });
    expect((await visitor.submit(late, at, { title: 'Another' })).status).toBe(404);
    expect((await visitor.open(pathOf(item))).text).not.toContain('Edit your idea');
  });

  test('is deleted by its author until others vote or comment', async () => {
    const { item } = await suggest(visitor);
    const at = `${pathOf(item)}/edit`;
    const form = await visitor.open(at);
    const page = await other.open(pathOf(item));
    await other.submit(page, `${pathOf(item)}/vote`, { vote: 'give' });
    expect((await visitor.submit(form, `${pathOf(item)}/delete`)).status).toBe(409);
    expect((await visitor.open(at)).text).toContain('can no longer be deleted');
    await other.submit(page, `${pathOf(item)}/vote`, { vote: 'back' });
    expect((await visitor.submit(form, `${pathOf(item)}/delete`)).text).toContain('Your idea is deleted.');
    expect((await admin.client.get(itemApi(item))).status).toBe(404);
  });

  test('is not deleted with the vote of another person, nor with ideas that the team merged into it', async () => {
    const { item } = await suggest(visitor);
    const form = await visitor.open(`${pathOf(item)}/edit`);
    await other.submit(await other.open(pathOf(item)), `${pathOf(item)}/vote`, { vote: 'give' });
    await visitor.submit(await visitor.open(pathOf(item)), `${pathOf(item)}/vote`, { vote: 'back' });
    expect((await feedback.readItem(item)).voteCount).toBe(1);
    expect((await visitor.submit(form, `${pathOf(item)}/delete`)).status).toBe(409);

    const [kept, twin] = [(await suggest(visitor)).item, await feedback.item(portal)];
    const late = await visitor.open(`${pathOf(kept)}/edit`);
    const merged = await admin.client.post(`${itemApi(twin)}/merge`, { intoItemId: kept.id });
    expect(merged.status).toBe(200);
    expect((await visitor.submit(late, `${pathOf(kept)}/delete`)).status).toBe(409);
    expect((await visitor.open(`${pathOf(kept)}/edit`)).text).toContain('can no longer be deleted');
  });

  test('is among the ideas of its author, with those that they commented on', async () => {
    const someone = await newVisitor();
    const { item } = await suggest(someone);
    const { item: theirs } = await discussed();
    await say(someone, theirs, { content: 'Me too' });
    const { text } = await someone.open(`${home()}/mine`);
    expect(text).toContain(item.title);
    expect(text.slice(text.indexOf('Commented'))).toContain(`id="idea-${theirs.slug}"`);
    const anonymous = await createBrowser(sharedService().baseUrl).open(`${home()}/mine`);
    expect(new URL(anonymous.url).pathname).toBe('/sign-in');
    expect((await other.open(`${home()}/mine`)).text).not.toContain(item.title);
  });

  test('is followed without a vote, and no longer by who chooses so', async () => {
    const item = await feedback.item(portal);
    const follow = async (value: string) =>
      visitor.submit(await visitor.open(pathOf(item)), `${pathOf(item)}/follow`, { follow: value });
    expect((await follow('yes')).text).toContain('You get email when there is news');
    expect((await follow('yes')).text).toMatch(/aria-pressed="true"\s*>\s*Following/);
    expect((await feedback.readItem(item)).voteCount).toBe(0);
    await visitor.submit(await visitor.open(pathOf(item)), `${pathOf(item)}/vote`, { vote: 'give' });
    expect((await follow('no')).text).toMatch(/aria-pressed="false"\s*>\s*Follow/);
  });
});
