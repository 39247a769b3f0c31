import { beforeAll, describe, expect, test } from 'vitest';
import { putVisitorLink } from '../../shared/kernel/auth/visitor-store.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { readAll } from '../support/answers.ts';
import { createBrowser, signedIn, type Browser } from '../support/browser.ts';
import { asBrowser, fetchPortal } from '../support/portal-pages.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { addVotes } from '../public-portals/votes.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let feedback: Feedback;
let portal: Portal;
let team: Team;
let [admin, member, guest, stranger]: Person[] = [];
let browsers: Record<'admin' | 'member' | 'guest' | 'stranger', Browser>;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  member = await workspace.person('member', [team]);
  guest = await workspace.person('guest', [team]);
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
  const elsewhere = await newWorkspace();
  stranger = await elsewhere.person('admin');
  browsers = {
    admin: await signedIn(service, workspace, admin),
    member: await signedIn(service, workspace, member),
    guest: await signedIn(service, workspace, guest),
    stranger: await signedIn(service, elsewhere, stranger),
  };
});

const pathOf = (item: FeedbackItem) => `/portals/${portal.slug}/feedback/items/${item.slug}`;
const manageOf = (item: FeedbackItem) => `/portals/${portal.slug}/manage/items/${item.slug}`;
const tokenIn = (text: string) => /name="form_token" value="([^"]+)"/.exec(text)![1]!;
/** Submits a form of the team on the public page of an item. */
const act = async (browser: Browser, item: FeedbackItem, name: string, fields: Record<string, string> = {}) =>
  browser.submit(await browser.open(pathOf(item)), `${manageOf(item)}/${name}`, fields);
const commentsOf = ({ id }: FeedbackItem) =>
  readAll(admin!.client, `${workspace.path}/portals/${portal.id}/items/${id}/comments`, {
    internal: 'include',
    hidden: 'include',
  });

describe('the page of an idea for its team:', () => {
  test('a member sets status and tags, and the page that others see follows', async () => {
    const item = await feedback.item(portal, { tags: ['old'], internalTags: ['big'] });
    const page = await act(browsers.member, item, 'save', {
      status: 'planned',
      boardId: portal.boards[1]!.id,
      tags: 'design, mobile',
      internalTags: 'enterprise',
      roadmapSummary: 'In spring.',
    });
    expect([page.status, new URL(page.url).pathname]).toEqual([200, pathOf(item)]);
    expect(page.text).toMatch(/role="status">Saved\./);
    expect(page.headers.get('cache-control')).toBe('private, no-store');
    expect(page.headers.get('content-security-policy')).toContain("frame-ancestors 'none'");
    expect(await feedback.readItem(item)).toMatchObject({
      status: 'planned',
      boardId: portal.boards[1]!.id,
      tags: ['design', 'mobile'],
      internalTags: ['enterprise'],
      roadmapSummary: 'In spring.',
    });
  });

  test('a member replies, pins it as the official answer and leaves a note that only the team reads', async () => {
    const item = await feedback.item(portal);
    const answered = await act(browsers.member, item, 'answer', { content: 'We are on it.', official: 'on' });
    expect(answered.text).toContain('id="official"');
    await act(browsers.member, item, 'note', { note: 'Initech asked again.' });
    const [note, answer] = await commentsOf(item);
    expect([note, answer]).toMatchObject([
      { content: 'Initech asked again.', internal: true, authorId: member!.id },
      { content: 'We are on it.', internal: false, authorKind: 'user', authorId: member!.id },
    ]);
    expect((await feedback.readItem(item)).officialCommentId).toBe(answer.id);
    expect((await browsers.member.open(pathOf(item))).text).toContain('Initech asked again.');
    for (const other of [browsers.guest, browsers.stranger]) {
      expect((await other.open(pathOf(item))).text).not.toContain('Initech');
    }
    const unpinned = await act(browsers.member, item, 'unpin');
    expect(unpinned.text).not.toContain('id="official"');
  });

  test('a form that is sent twice has one effect', async () => {
    const item = await feedback.item(portal);
    const page = await browsers.member.open(pathOf(item));
    const send = () => browsers.member.submit(page, `${manageOf(item)}/answer`, { content: 'Once.' });
    for (const { status } of [await send(), await send()]) expect(status).toBe(200);
    expect(await commentsOf(item)).toHaveLength(1);
  });

  test('an idea that is hidden stays manageable, and can be shown again', async () => {
    const item = await feedback.item(portal);
    const hidden = await act(browsers.member, item, 'hide');
    expect([new URL(hidden.url).pathname, hidden.status]).toEqual([manageOf(item), 200]);
    expect((await fetchPortal(service, pathOf(item).slice('/portals/'.length), asBrowser)).status).toBe(404);
    await browsers.member.submit(hidden, `${manageOf(item)}/show`);
    expect((await feedback.readItem(item)).hidden).toBe(false);
  });

  test('a form of the public page of an idea that was hidden meanwhile leads to the page of the team', async () => {
    const item = await feedback.item(portal);
    const page = await browsers.member.open(pathOf(item));
    await act(browsers.admin, item, 'hide');
    const noted = await browsers.member.submit(page, `${manageOf(item)}/note`, { note: 'Wait.' });
    expect([noted.status, new URL(noted.url).pathname]).toEqual([200, manageOf(item)]);
    expect(noted.text).toContain('Wait.');
    const shown = await browsers.member.submit(noted, `${manageOf(item)}/show`, { place: 'idea' });
    expect([shown.status, new URL(shown.url).pathname]).toEqual([200, pathOf(item)]);
  });

  test('a duplicate is merged by the address of the other, and separated again', async () => {
    const [item, other] = [await feedback.item(portal), await feedback.item(portal, { title: 'Night mode' })];
    const merged = await act(browsers.member, item, 'merge', { into: `${service.baseUrl}${pathOf(other)}` });
    expect(new URL(merged.url).pathname).toBe(pathOf(other));
    expect((await feedback.readItem(item)).mergedIntoId).toBe(other.id);
    // The page that it was merged into takes the merge back; that of a link which no form led to does not.
    const forged = await browsers.member.open(`${pathOf(other)}?done=merge&from=${item.slug}%2Fdelete%3F`);
    expect(forged.text).not.toContain('delete?/unmerge');
    const named = await browsers.member.open(`${pathOf(other)}?done=merge&from=${item.slug}`);
    expect(named.text).not.toContain(`${manageOf(item)}/unmerge`);
    await browsers.member.submit(merged, `${manageOf(item)}/unmerge`);
    expect((await feedback.readItem(item)).mergedIntoId).toBeNull();
    const refused = await act(browsers.member, item, 'merge', { into: 'nothing-here' });
    expect([refused.status, refused.text]).toEqual([
      400,
      expect.stringContaining('No other idea has these words in its title.'),
    ]);
  });

  test('an admin hides a comment, bans its author and adds the vote of a customer, whose address no page shows', async () => {
    const item = await feedback.item(portal);
    const visitor = { ...guest!, id: await feedback.visitor() };
    const comment = await feedback.comment(portal, item, visitor, 'Buy pills');
    const fields = { comment: comment.id, of: item.id };
    await act(browsers.admin, item, 'hide-comment', fields);
    expect((await browsers.stranger.open(pathOf(item))).text).not.toContain('Buy pills');
    await act(browsers.admin, item, 'ban', { visitor: visitor.id });
    const bans = await readAll(admin!.client, `${workspace.path}/banned-visitors`);
    expect(bans).toMatchObject([{ id: visitor.id, bannedBy: admin!.id }]);
    const audit = await readAll(admin!.client, `${workspace.path}/audit-events`);
    expect(audit.map(({ type }) => type)).toContain('visitor.banned');
    await act(browsers.admin, item, 'unban', { visitor: visitor.id });
    expect(await readAll(admin!.client, `${workspace.path}/banned-visitors`)).toEqual([]);

    const voted = await act(browsers.admin, item, 'vote', { name: 'Mia, Initech', email: 'mia@example.com' });
    expect(voted.text).toContain('<bdi>Mia, Initech</bdi>');
    expect(voted.text).not.toContain('mia@example.com');
    const seen = await browsers.member.open(pathOf(item));
    expect(seen.text).not.toContain('Mia, Initech');
    const [vote] = await readAll(
      admin!.client,
      `${workspace.path}/portals/${portal.id}/items/${item.id}/votes`,
    );
    const removed = await act(browsers.admin, item, 'unvote', { vote: vote!['id'] });
    expect(removed.text).toContain('The vote is removed.');
    expect(removed.text).not.toContain('Mia, Initech');
  });

  test('an admin reads the names of all voters, page by page', async () => {
    const item = await feedback.item(portal);
    await addVotes(workspace.database, item, 53);
    const votersIn = (text: string) => text.match(/<li id="vote-[^"]+"/g) ?? [];
    const pathIn = (text: string, name: string) =>
      new RegExp(`href="([^"#]*)#voters"\\s*>${name}<`).exec(text)?.[1]!.replaceAll('&#38;', '&');
    const first = await browsers.admin.open(pathOf(item));
    const rest = await browsers.admin.open(pathIn(first.text, 'Show more')!);
    expect([votersIn(first.text).length, votersIn(rest.text).length]).toEqual([50, 3]);
    expect(new Set([...votersIn(first.text), ...votersIn(rest.text)]).size).toBe(53);
    expect(rest.text).toMatch(/<details open>\s*<summary>Votes /);
    expect([pathIn(rest.text, 'Show more'), pathIn(rest.text, 'Back to the first page')]).toEqual([
      undefined,
      manageOf(item),
    ]);
  });

  test('an admin is offered to ban the author of an idea next to merging and hiding it, unless they have no account', async () => {
    const item = await feedback.item(portal, { imported: { authorName: 'Iris' } });
    const ofItem = `name="visitor" value="${item.authorId}"`;
    const page = await browsers.admin.open(manageOf(item));
    expect(page.text).not.toContain(ofItem);
    const fields = { form_token: tokenIn(page.text), visitor: item.authorId };
    const refused = await browsers.admin.request('POST', `${manageOf(item)}/ban`, fields);
    const words = 'This person has no account that could be banned.';
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining(words)]);
    const link = { workspaceId: workspace.id, userId: newId(new Date()) };
    await commit(workspace.database, [putVisitorLink(item.authorId, link)]);
    const { text } = await browsers.admin.open(manageOf(item));
    expect(text.slice(text.indexOf('Merge, hide or ban'))).toContain(ofItem);
  });

  test('a story is created from an idea, linked by its reference and unlinked', async () => {
    const item = await feedback.item(portal, { title: 'Sync calendars', description: 'Both ways.' });
    const created = await act(browsers.member, item, 'story', { teamId: team.id });
    const { storyIds } = await feedback.readItem(item);
    const { json } = await member!.client.get(`${workspace.path}/stories/${storyIds[0]}`);
    expect(json.data).toMatchObject({ title: 'Sync calendars', reporterId: member!.id });
    expect(json.data.description).toBe(`${service.baseUrl}${manageOf(item)}`);
    expect(created.text).toContain(`${json.data.reference} Sync calendars`);
    await act(browsers.member, item, 'unlink', { story: storyIds[0]! });
    expect((await feedback.readItem(item)).storyIds).toEqual([]);
    await act(browsers.member, item, 'link', { reference: json.data.reference.toLowerCase() });
    expect((await feedback.readItem(item)).storyIds).toEqual(storyIds);
  });

  test('a change that someone else has made meanwhile is not overwritten', async () => {
    const item = await feedback.item(portal);
    const page = await browsers.member.open(pathOf(item));
    const fields = { status: 'closed', tags: ['by-someone-else'] };
    await feedback.change(`${feedback.pathOf(portal)}/items/${item.id}`, item, fields);
    const late = await browsers.member.submit(page, `${manageOf(item)}/save`, {
      status: 'planned',
      boardId: item.boardId,
    });
    expect([late.status, late.text]).toEqual([409, expect.stringContaining('Someone else has changed this')]);
    expect(late.text).toMatch(/What is saved now[^]*Status[^]*Closed[^]*by-someone-else/);
    expect((await feedback.readItem(item)).status).toBe('closed');
  });
});

describe('the team', () => {
  test.each(['guest', 'stranger'] as const)('is hidden from a %s, whose forms are refused', async (who) => {
    const item = await feedback.item(portal, { internalTags: ['secret-tag'] });
    const browser = browsers[who];
    for (const path of [pathOf(item), `/portals/${portal.slug}/feedback`]) {
      const { status, text } = await browser.open(path);
      expect([status, text.includes('id="team"'), text.includes('/manage')]).toEqual([200, false, false]);
      expect(text).not.toContain('secret-tag');
    }
    const page = await browsers.member.open(pathOf(item));
    const own = await browser.open(pathOf(item));
    const token = tokenIn(own.text);
    for (const name of ['save', 'hide', 'note', 'merge', 'story']) {
      const sent = await browser.submit(page, `${manageOf(item)}/${name}`, { form_token: token });
      expect([name, sent.status]).toEqual([name, 404]);
    }
    for (const path of [manageOf(item), `/portals/${portal.slug}/manage`]) {
      expect((await browser.open(path)).status).toBe(404);
    }
    expect(await feedback.readItem(item)).toEqual(item);
  });

  test('is asked to sign in, whether or not there is a portal', async () => {
    const anyone = createBrowser(service.baseUrl);
    for (const path of [`/portals/${portal.slug}/manage`, '/portals/there-is-none/manage']) {
      const { url } = await anyone.open(path);
      expect([new URL(url).pathname, new URL(url).searchParams.get('next')]).toEqual(['/sign-in', path]);
    }
  });

  test('is refused a form that another site sends', async () => {
    const item = await feedback.item(portal);
    const sent = await browsers.member.request('POST', `${manageOf(item)}/hide`, { form_token: 'forged' });
    expect([sent.status, (await feedback.readItem(item)).hidden]).toEqual([403, false]);
  });

  test('lets a member who is no admin ban no one', async () => {
    const item = await feedback.item(portal);
    const visitor = await feedback.visitor();
    const page = await browsers.member.open(pathOf(item));
    const own = tokenIn(page.text);
    const sent = await browsers.member.request('POST', `${manageOf(item)}/ban`, { form_token: own, visitor });
    expect([sent.status, sent.text]).toEqual([403, expect.stringContaining('only to admins')]);
  });
});
