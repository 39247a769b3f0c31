import { describe, expect, test } from 'vitest';
import { createBrowser } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { visitedPortal } from './visited-portal.ts';

const {
  admin,
  feedback,
  portal,
  visitor,
  other,
  newVisitor,
  home,
  pathOf,
  itemApi,
  comments,
  say,
  discussed,
  suggest,
} = await visitedPortal();

describe('an idea', () => {
  test('is changed by its author until the team responds, and by no one else', async () => {
    const { item } = await suggest(visitor);
    const at = `${pathOf(item)}/edit`;
    expect((await other.open(at)).status).toBe(404);
    const form = await visitor.open(at);
    const shownToOthers = async () => (await other.open(pathOf(item))).text;
    expect(await shownToOthers()).not.toContain('<span>edited</span>');
    const shown = await visitor.submit(form, at, { title: 'A better wish', description: '*Because*' });
    expect(shown.text).toContain('Your idea is saved.');
    expect(await feedback.readItem(item)).toMatchObject({ title: 'A better wish', description: '*Because*' });
    expect(await shownToOthers()).toContain('<span>edited</span>');
    // An older window does not replace it without a word.
    const late = await visitor.submit(form, at, { title: 'An older wish', description: '' });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('has changed in the meantime')]);
    const now = await feedback.readItem(item);
    await feedback.change(itemApi(item), now, { status: 'planned' });
    expect(await shownToOthers()).toContain('<span>edited</span>');
    const refused = await visitor.submit(late, at, { title: 'Another', description: 'My further words' });
    for (const shown of [refused, await visitor.open(at)]) {
      expect([shown.status, shown.text]).toEqual([
        409,
        expect.stringContaining('This idea can no longer be edited'),
      ]);
      expect(shown.text).toContain(`href="${pathOf(item)}#write"`);
    }
    expect(refused.text).toMatch(
      /<label for="kept">What you wrote<\/label\s*>\s*<textarea id="kept" readonly>\n?Another\n\nMy further words</,
    );
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

  test('is deleted with the comments of its author, but not with one of another person', async () => {
    const { item } = await suggest(visitor);
    const at = `${pathOf(item)}/edit`;
    for (const content of ['I forgot to say why.', 'And how.']) await say(visitor, item, { content });
    const form = await visitor.open(at);
    expect(form.text).not.toContain('can no longer be deleted');
    await say(other, item, { content: 'Me too.' });
    expect((await visitor.open(at)).text).toContain('can no longer be deleted');
    expect((await visitor.submit(form, `${pathOf(item)}/delete`)).status).toBe(409);
    const [theirs] = await comments(item);
    const theirPath = `${pathOf(item)}/comments/${theirs!.id}`;
    await other.submit(await other.open(theirPath), `${theirPath}/delete`);
    expect((await visitor.submit(form, `${pathOf(item)}/delete`)).text).toContain('Your idea is deleted.');
    expect((await admin.client.get(itemApi(item))).status).toBe(404);
    expect((await visitor.open(`${home}/mine`)).text).not.toContain(item.title);
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
    const { text } = await someone.open(`${home}/mine`);
    expect(text).toContain(item.title);
    expect(text.slice(text.indexOf('Commented'))).toContain(`id="idea-${theirs.slug}"`);
    expect(text.slice(text.indexOf('<main'), text.indexOf('<h1'))).toContain(`href="${home}">Show all ideas`);
    const { item: liked } = await suggest(visitor);
    await someone.submit(await someone.open(pathOf(liked)), `${pathOf(liked)}/vote`, { vote: 'give' });
    const after = (await someone.open(`${home}/mine`)).text;
    expect(after.slice(after.indexOf('Voted for or following'))).toContain(`id="idea-${liked.slug}"`);
    const anonymous = await createBrowser(sharedService().baseUrl).open(`${home}/mine`);
    expect(new URL(anonymous.url).pathname).toBe('/sign-in');
    expect((await other.open(`${home}/mine`)).text).not.toContain(item.title);
  });

  test('is followed without a vote, and no longer by who chooses so', async () => {
    const item = await feedback.item(portal);
    const follow = async (value: string) =>
      visitor.submit(await visitor.open(pathOf(item)), `${pathOf(item)}/follow`, { follow: value });
    expect((await follow('yes')).text).toContain('You get email when there is news');
    expect((await follow('yes')).text).toMatch(/aria-pressed="true"\s*>\s*<svg class="check".*>Following/);
    expect((await feedback.readItem(item)).voteCount).toBe(0);
    const followed = async () => {
      const { text } = await visitor.open(`${home}/mine`);
      return text.slice(text.lastIndexOf('<h2>')).includes(`id="idea-${item.slug}"`);
    };
    expect(await followed()).toBe(true);
    await visitor.submit(await visitor.open(pathOf(item)), `${pathOf(item)}/vote`, { vote: 'give' });
    expect((await follow('no')).text).toMatch(/aria-pressed="false"\s*>\s*Follow/);
    expect(await followed()).toBe(false);
  });

  test('is among those that its voter follows, until they take their vote back or choose to get no news', async () => {
    const someone = await newVisitor();
    const [first, second] = [await feedback.item(portal), await feedback.item(portal)];
    const send = async (item: typeof first, act: string, fields: Record<string, string>) =>
      someone.submit(await someone.open(pathOf(item)), `${pathOf(item)}/${act}`, fields);
    const followed = async () => {
      const { text } = await someone.open(`${home}/mine`);
      return [first, second].map(({ slug }) => text.includes(`id="idea-${slug}"`));
    };
    expect(await followed()).toEqual([false, false]);
    for (const item of [first, second]) await send(item, 'vote', { vote: 'give' });
    expect(await followed()).toEqual([true, true]);
    await send(first, 'vote', { vote: 'back' });
    await send(second, 'follow', { follow: 'no' });
    expect(await followed()).toEqual([false, false]);
  });
});
