import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { FeedbackComment } from '../../shared/feedback/items/feedback-comment.ts';
import { getReactions, reactionsTo } from '../../shared/feedback/items/reaction-store.ts';
import { putReaction } from '../../shared/feedback/items/comment-store.ts';
import { writeConflict } from '../../shared/kernel/core/errors.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { putDraft } from '../../shared/pages/session/draft-store.ts';
import { createBrowser, signedIn } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { visitedPortal } from './visited-portal.ts';

const {
  workspace,
  elsewhere,
  admin,
  feedback,
  portal,
  visitor,
  other,
  newVisitor,
  pathOf,
  itemApi,
  comments,
  say,
  discussed,
  suggest,
} = await visitedPortal();

const commentPath = (item: FeedbackItem, { id }: FeedbackComment) => `${pathOf(item)}/comments/${id}`;

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
  const fits = await suggest(visitor, { description: 'あ'.repeat(16_384) });
  expect([fits.shown.status, fits.item.description]).toEqual([200, 'あ'.repeat(16_384)]);
  const { shown } = await suggest(visitor, { description: 'あ'.repeat(16_385) });
  expect(shown.status).toBe(400);
  expect(shown.text).toContain('at most 16,384 characters.');
  expect(shown.text).toContain('あ'.repeat(16_385));
});

describe('a comment', () => {
  test('is shown as safe Markdown, with line breaks, and where it is said that it is posted', async () => {
    const { comment, shown } = await discussed('**Soon**, see https://example.com\nor <b>not</b>');
    expect(shown.text).toContain('<strong>Soon</strong>');
    expect(shown.text).toContain('<a href="https://example.com" rel="nofollow ugc noopener">');
    expect(shown.text).toMatch(/<br \/>\s*or &lt;b&gt;not/);
    expect(shown.url).toMatch(new RegExp(`said=${comment.id}#comment-${comment.id}$`));
    // Above the comment, of which it is no part.
    expect(shown.text).toMatch(
      new RegExp(
        `id="comment-${comment.id}"[^>]*>\\s*<p class="thanks" role="status">Your comment is posted\\.`,
      ),
    );
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
    expect(form.text).toMatch(
      new RegExp(`<a href="${pathOf(item)}#comment-${comment.id}"\\s*><bdi>${item.title}</bdi`),
    );
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
    // One that was on its way then is not kept.
    const { id: commentId, itemId } = comment;
    const late = putReaction({ itemId, commentId, userId: randomUUID(), kind: 'heart' }, writeConflict);
    await expect(commit(workspace.database, late)).rejects.toThrow();
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

describe('the draft of a reply', () => {
  /** A visitor who has typed it before they signed in. */
  const readerWith = async (item: FeedbackItem, draft: Record<string, string>) => {
    const reader = await elsewhere.person('guest');
    await commit(workspace.database, [putDraft(reader.userId, pathOf(item), draft, new Date())]);
    return await signedIn(sharedService(), elsewhere, reader);
  };
  const formIn = (text: string) => /<form[^>]*id="write".*?<\/form>/s.exec(text)![0];

  test('is in the form of that reply and in no other, and is given up with it', async () => {
    const { item, comment } = await discussed('The first');
    await say(other, item, { content: 'The second' });
    const [second] = (await comments(item)).filter(({ content }) => content === 'The second');
    const reader = await readerWith(item, { content: 'Half a reply', parentId: comment.id });
    const path = pathOf(item);

    const elsewhereReply = await reader.open(`${path}?reply=${second!.id}`);
    expect(formIn(elsewhereReply.text)).not.toContain('Half a reply');
    await reader.submit(elsewhereReply, `${path}/comments`, { content: 'Another reply', name: 'Ada' });
    const shown = await reader.open(path);
    expect(formIn(shown.text)).toMatch(new RegExp(`value="${comment.id}".*Half a reply`, 's'));

    const left = await reader.submit(shown, `${path}/comments`, { cancel: 'yes', content: 'Half a reply' });
    expect(left.url).toMatch(new RegExp(`#comment-${comment.id}$`));
    expect(formIn(left.text)).not.toMatch(/Half a reply|parentId/);
    expect((await comments(item)).map(({ content }) => content)).not.toContain('Half a reply');
  });

  test('is deleted when it is sent', async () => {
    const { item, comment } = await discussed();
    const reader = await readerWith(item, { content: 'A whole reply', parentId: comment.id });
    const path = pathOf(item);
    await reader.submit(await reader.open(path), `${path}/comments`, {
      content: 'A whole reply',
      name: 'Ada',
    });
    expect(formIn((await reader.open(path)).text)).not.toContain('A whole reply');
  });
});
