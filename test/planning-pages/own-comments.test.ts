import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Comment } from '../../shared/planning/comments/comment.ts';
import { newAccount, signedIn, type Browser } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { storyApi } from '../stories/story-api.ts';

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let browser: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  browser = await signedIn(service, workspace, member);
});

/** A comment of the member's, with what is needed to look at it again. */
async function newComment(content: string, author = member) {
  const story = await storyApi(workspace, member.client).create({ teamId: team.id });
  const comments = `${workspace.path}/stories/${story.id}/comments`;
  const comment = (await author.client.post(comments, { content })).json.data as Comment;
  return {
    comment,
    page: `/stories/${story.id}`,
    own: `/stories/${story.id}/comments/${comment.id}`,
    api: `${comments}/${comment.id}`,
    reply: (text: string) => member.client.post(comments, { content: text, parentId: comment.id }),
    read: async () => (await member.client.get(`${comments}/${comment.id}`)).json.data as Comment,
    all: async () => (await member.client.get(comments)).json.data as Comment[],
  };
}

describe('a comment on a story', () => {
  test('is changed by its author, who comes back to it', async () => {
    const { page, own, read, comment } = await newComment('Nails are heer.');
    const story = await browser.open(page);
    expect(story.text).toContain(`href="${own}"`);
    expect(story.text).not.toContain('>edited<');
    const form = await browser.open(own);
    expect(form.text).toMatch(/<textarea[^>]*>\s*Nails are heer\.<\/textarea>/);
    const saved = await browser.submit(form, own, { content: 'Nails are here.' });
    expect(saved.url).toBe(
      `${service.baseUrl}${page}?done=comment-edited&comment=${comment.id}#comment-${comment.id}`,
    );
    expect(saved.text).toContain('The comment is saved.');
    expect(saved.text).toContain('<span>edited</span>');
    expect((await read()).content).toBe('Nails are here.');
  });

  test('that someone else has changed meanwhile is shown at its field, and what was typed stays', async () => {
    const { own, api, comment, read } = await newComment('One');
    const form = await browser.open(own);
    await member.client.patch(api, { expectedUpdatedAt: comment.updatedAt, content: 'Two' });
    const refused = await browser.submit(form, own, { content: 'Three' });
    expect(refused.status).toBe(409);
    expect(refused.text).toMatch(/aria-invalid="true"[^>]*>\s*Three<\/textarea>/);
    expect(refused.text).toMatch(/id="comment-problem">[^]*changed in the meantime[^]*Now: [^]*Two/);
    expect((await read()).content).toBe('Two');
    await browser.submit(refused, own, { content: 'Three' });
    expect((await read()).content).toBe('Three');
  });

  test('that is gone meanwhile leaves what was typed in the form for another one', async () => {
    const { own, api, page } = await newComment('One');
    const form = await browser.open(own);
    await member.client.delete(api);
    const refused = await browser.submit(form, own, { content: 'Typed with care' });
    expect(refused.status).toBe(404);
    expect(refused.text).toContain(`action="${page}/comment"`);
    expect(refused.text).toMatch(/>\s*Typed with care<\/textarea>/);
    expect(refused.text).toContain('role="alert"');
  });

  test('keeps an empty one as it was, and says so at the field', async () => {
    const { own, read } = await newComment('One');
    const refused = await browser.submit(await browser.open(own), own, { content: '  ' });
    expect([refused.status, (await read()).content]).toEqual([400, 'One']);
    expect(refused.text).toContain('id="comment-problem"');
  });

  test('keeps what was typed when the session ended, until it is saved', async () => {
    const author = await workspace.person('member', [team]);
    const { own, read, page } = await newComment('One', author);
    const person = await signedIn(service, workspace, author);
    const form = await person.open(own);
    person.cookies.delete('__Host-session');
    const asked = await person.submit(form, own, { content: 'Two' });
    const shown = await person.submit(asked, '/sign-in', await newAccount(workspace, author));
    expect([new URL(shown.url).pathname, (await read()).content]).toEqual([own, 'One']);
    expect(shown.text).toMatch(/>\s*Two<\/textarea>/);
    expect(shown.text).toContain('what you changed is not saved yet');
    const saved = await person.submit(shown, own, { content: 'Two' });
    expect(new URL(saved.url).pathname).toBe(page);
    expect((await person.open(own)).text).not.toContain('not saved yet');
  });

  test('is deleted with its replies, once however often the form is sent', async () => {
    const { own, all, reply, page } = await newComment('One');
    expect((await browser.open(own)).text).not.toContain('Replies to it');
    await reply('And screws.');
    const form = await browser.open(own);
    expect(form.text).toContain('Replies to it are deleted with it.');
    for (const _ of [1, 2]) {
      const shown = await browser.submit(form, `${own}/delete`);
      expect([new URL(shown.url).pathname, shown.status]).toEqual([page, 200]);
      expect(shown.text).toContain('The comment is deleted.');
    }
    expect(await all()).toEqual([]);
  });

  test('is changed by no one else but admins of the team', async () => {
    const { own, page, read, all } = await newComment('One');
    const other = await signedIn(service, workspace, await workspace.person('member', [team]));
    const shown = await other.open(page);
    expect(shown.text).not.toContain(`href="${own}"`);
    expect((await other.open(own)).status).toBe(404);
    const token = /name="form_token" value="([^"]+)"/.exec(shown.text)![1]!;
    const { updatedAt: version } = await read();
    for (const path of [own, `${own}/delete`]) {
      const sent = await other.request('POST', path, { form_token: token, version, content: 'Two' });
      expect([403, 404]).toContain(sent.status);
    }
    expect((await all()).map(({ content }) => content)).toEqual(['One']);
    const admin = await signedIn(service, workspace, await workspace.person('admin', [team]));
    expect((await admin.open(page)).text).toContain(`href="${own}"`);
    await admin.submit(await admin.open(own), own, { content: 'Two' });
    expect((await read()).content).toBe('Two');
    const stranger = await signedIn(service, workspace, await workspace.person('admin'));
    for (const path of [own, `/stories/${own}/comments/x`]) {
      expect((await stranger.open(path)).status).toBe(404);
    }
  });

  test('shows whom it mentions, also in the description, but not in code', async () => {
    const story = await storyApi(workspace, member.client).create({
      teamId: team.id,
      description: 'Ask @A member, or write to a@member.',
    });
    const path = `${workspace.path}/stories/${story.id}/comments`;
    await member.client.post(path, { content: '**@a member**: see `@A member`' });
    const text = (await browser.open(`/stories/${story.id}`)).text.replaceAll(/\s+>/g, '>');
    expect(text).toContain('Ask <strong class="mention own">@A member</strong>, or write to a@member.');
    expect(text).toContain(
      '<strong><strong class="mention own">@a member</strong></strong>: see <code>@A member</code>',
    );
  });
});
