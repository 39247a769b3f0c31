import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { sizedImagePath } from '../../shared/feedback/portal/image-name.ts';
import { attachmentApi } from '../attachments/attachment-api.ts';
import { png } from '../portals/images.ts';
import { statusOf, storyApi, type StoryApi } from '../stories/story-api.ts';
import { createBrowser, newAccount, signedIn, type Browser } from '../support/browser.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let team: Team;
let member: Person;
let browser: Browser;
let stories: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  stories = storyApi(workspace, member.client);
  browser = await signedIn(service, workspace, member);
});

const pageOf = ({ id }: Pick<Story, 'id'>) => `/stories/${id}`;
const newStory = (fields: object = {}) => stories.create({ teamId: team.id, ...fields });
const comment = async ({ id }: Story, content: string, parentId?: string): Promise<string> => {
  const path = `${workspace.path}/stories/${id}/comments`;
  return (await member.client.post(path, { content, ...(parentId && { parentId }) })).json.data.id;
};

/** The texts of the comments of a page, in order, and the links in front of them. */
const shownComments = (text: string) => [...text.matchAll(/Remark \d+/g)].map(String);
const linkIn = (text: string, name: string) =>
  new RegExp(`<a[^>]*href="([^"]+)"[^>]*>${name}</a`).exec(text)?.[1];

describe('the comments of a story', () => {
  let story: Story;
  let ids: string[];
  const TOTAL = 103;

  beforeAll(async () => {
    story = await newStory();
    ids = [];
    for (let number = 1; number <= TOTAL; number++) ids.push(await comment(story, `Remark ${number}`));
  });

  test('are all reached by links to older ones, oldest first on each page', async () => {
    const newest = await browser.open(pageOf(story));
    const all = shownComments(newest.text);
    expect(all.at(-1)).toBe(`Remark ${TOTAL}`);
    expect(newest.text).not.toContain('Show the newest');
    let page = newest;
    for (let older = linkIn(page.text, 'Show older comments'); older !== undefined;) {
      page = await browser.open(older.split('#')[0]!.replaceAll('&#38;', '&'));
      expect(page.text).toContain('Show the newest');
      all.unshift(...shownComments(page.text));
      older = linkIn(page.text, 'Show older comments');
    }
    expect(all).toEqual(Array.from({ length: TOTAL }, (_, place) => `Remark ${place + 1}`));
  });

  test('are shown with the one that a link names, also with a reply, and for a reply', async () => {
    const replyId = await comment(story, 'Answered late', ids[4]);
    for (const query of [`comment=${ids[4]!}`, `comment=${replyId}`, `reply=${ids[4]!}`]) {
      const { text } = await browser.open(`${pageOf(story)}?${query}`);
      expect(shownComments(text), query).toEqual(ids.slice(0, 5).map((_, place) => `Remark ${place + 1}`));
      expect(text).toContain(`id="comment-${replyId}"`);
    }
    const { text } = await browser.open(`${pageOf(story)}?reply=${ids[4]!}`);
    expect(text).toMatch(new RegExp(`name="parentId" value="${ids[4]!}"`));
    const elsewhere = await newStory();
    const other = await comment(elsewhere, 'Of another story');
    for (const id of [other, 'nothing', elsewhere.id]) {
      const { status, text: shown } = await browser.open(`${pageOf(story)}?comment=${id}`);
      expect([status, shownComments(shown).at(-1)]).toEqual([200, `Remark ${TOTAL}`]);
    }
  });

  test('are reached by a link of a mail also through the sign-in', async () => {
    const visitor = createBrowser(service.baseUrl);
    const asked = await visitor.open(`${pageOf(story)}?comment=${ids[0]!}`);
    const person = await workspace.person('member', [team]);
    const shown = await visitor.submit(asked, '/sign-in', await newAccount(workspace, person));
    expect(new URL(shown.url).hash).toBe(`#comment-${ids[0]!}`);
    expect(shownComments(shown.text)).toEqual(['Remark 1']);
  });

  test('can be replied to', async () => {
    const thread = await newStory();
    const id = await comment(thread, 'Remark 1');
    const first = await browser.open(pageOf(thread));
    const link = linkIn(first.text, 'Reply')!;
    expect(link).toBe(`${pageOf(thread)}?reply=${id}#write`);
    const page = await browser.open(link.split('#')[0]!);
    const sent = await browser.submit(page, `${pageOf(thread)}/comment`, { content: 'I agree' });
    expect(sent.text).toContain('Your comment is posted.');
    const { json } = await member.client.get(`${workspace.path}${pageOf(thread)}/comments`);
    expect(json.data).toMatchObject([{ id, replies: [{ content: 'I agree' }] }]);
    expect(new URL(sent.url).hash).toBe(`#comment-${json.data[0].replies[0].id}`);
    const empty = await browser.submit(page, `${pageOf(thread)}/comment`, { content: ' ' });
    expect([empty.status, /name="parentId" value="([^"]+)"/.exec(empty.text)?.[1]]).toEqual([400, id]);
  });
});

test('a story shows its sub-stories with their status, of teams that the member is in', async () => {
  const hidden = await workspace.team({ private: true });
  const both = await workspace.person('member', [team, hidden]);
  const story = await newStory();
  const done = await statusOf(workspace, member.client, team, 'completed');
  const child = await newStory({ title: 'Saw the planks', parentId: story.id, statusId: done });
  const other = await newStory({ title: 'Paint them', parentId: story.id });
  await storyApi(workspace, both.client).create({
    teamId: hidden.id,
    title: 'A secret of others',
    parentId: story.id,
  });
  const { text } = await browser.open(pageOf(story));
  const list = /<section aria-labelledby="sub-stories">.*?<\/section>/s.exec(text)![0];
  expect([...list.matchAll(/href="\/stories\/([^"]+)"/g)].map(([, id]) => id)).toEqual([child.id, other.id]);
  expect(list).toMatch(/Saw the planks.*Done.*Paint them/s);
  expect(list).toContain('1 of 2 done');
  expect(text).not.toContain('A secret of others');
});

test('a sub-story is added on the page of its story, once however often the form is sent', async () => {
  const parent = await newStory();
  const page = await browser.open(pageOf(parent));
  for (const _ of [1, 2]) {
    const added = await browser.submit(page, `${pageOf(parent)}/sub-stories`, {
      subStory: ' A smaller part ',
    });
    expect(added.text).toContain('The sub-story is added.');
  }
  const { json } = await member.client.get(`${workspace.path}/stories`, { parentId: parent.id });
  expect(json.data).toMatchObject([{ title: 'A smaller part', parentId: parent.id }]);
  const refused = await browser.submit(page, `${pageOf(parent)}/sub-stories`, { subStory: ' ' });
  expect([refused.status, refused.text.includes('role="alert"')]).toEqual([400, true]);
});

test('a reference leads to its story, for those who can see it', async () => {
  const story = await newStory();
  const found = await browser.open(`/stories/${story.reference}`);
  expect(new URL(found.url).pathname).toBe(pageOf(story));
  const other = await newWorkspace();
  const stranger = await signedIn(service, other, await other.person('member', [await other.team()]));
  expect((await stranger.open(`/stories/${story.reference}`)).status).toBe(404);
});

test('references in texts lead to stories, those of the reader’s teams alone', async () => {
  const named = await newStory();
  const { reference } = named;
  const story = await newStory({ description: `See ${reference}, not UTF-8 or \`${reference}\`.` });
  await comment(story, `After ${reference}. X-${reference} or [${reference}](https://elsewhere.example)`);
  const { text } = await browser.open(pageOf(story));
  const link = `<a href="/stories/${reference.toLowerCase()}">${reference}</a>`;
  expect(text.split(link)).toHaveLength(3);
  expect(text).toContain(`See ${link}, not UTF-8 or <code>${reference}</code>.`);
  expect(text).toContain(`After ${link}. X-${reference} or <a href="https://elsewhere.example"`);
  expect(new URL((await browser.open(`/stories/${reference.toLowerCase()}`)).url).pathname).toBe(
    pageOf(named),
  );
  const hidden = await workspace.team({ private: true });
  const both = await workspace.person('member', [team, hidden]);
  const secret = await storyApi(workspace, both.client).create({ teamId: hidden.id });
  const told = await newStory({ description: `Like ${secret.reference}` });
  expect((await browser.open(pageOf(told))).text).not.toContain(`>${secret.reference}</a>`);
  const theirs = await signedIn(service, workspace, both);
  expect((await theirs.open(pageOf(told))).text).toContain(`>${secret.reference}</a>`);
});

test('a story links its files, which only members of its team open', async () => {
  const story = await newStory();
  const files = attachmentApi(workspace, member.client);
  const log = await files.attach(story, 'hello', { name: 'log.txt' });
  const awaited = await files.create(story, { name: 'awaited.txt' });
  const { text } = await browser.open(pageOf(story));
  const path = `${pageOf(story)}/files/${log.id}`;
  expect(linkIn(text, '<bdi>log.txt</bdi>')).toBe(path);
  expect(text).toContain('5 bytes');
  expect(text).not.toContain('awaited.txt');
  expect(text).not.toContain('class="plain pictures"');
  const link = await browser.open(path);
  expect(link.url).not.toContain(service.baseUrl);
  expect(await (await fetch(link.url)).text()).toBe('hello');

  const stranger = await signedIn(
    service,
    workspace,
    await workspace.person('admin', [await workspace.team()]),
  );
  expect((await stranger.open(path)).status).toBe(404);
  expect((await browser.open(`${pageOf(await newStory())}/files/${log.id}`)).status).toBe(404);
  expect((await browser.open(`${pageOf(story)}/files/${awaited.attachment.id}`)).status).toBe(409);
  const visitor = createBrowser(service.baseUrl);
  expect(new URL((await visitor.open(path)).url).pathname).toBe('/sign-in');
});

test('a story shows its newest pictures, and links older ones', async () => {
  const story = await newStory();
  const files = attachmentApi(workspace, member.client);
  const paths: string[] = [];
  for (let number = 1; number <= 13; number++) {
    const fields = { name: `${number}.png`, contentType: 'image/png' };
    const { id } = await files.attach(story, png(), fields);
    paths.unshift(`${pageOf(story)}/files/${id}?disposition=inline`);
  }
  const { text } = await browser.open(pageOf(story));
  expect([...text.matchAll(/<img src="(\/stories[^"]+)"/g)].map(([, path]) => path)).toEqual(
    paths.slice(0, 12),
  );
  expect(linkIn(text, '<bdi>1.png</bdi>')).toBe(paths[12]);
});

test('members see email addresses, images of the workspace, and links to those of others', async () => {
  const own = sizedImagePath('0190f5f0-0000-7000-8000-000000000000', { width: 640, height: 480 });
  const description = [
    'Ask ada@example.com or <grace@example.com>.',
    `![A pier](${own}) ![A boat](https://elsewhere.example/boat.png)`,
    '[![Build](https://ci.example/badge.svg)](https://ci.example/runs)',
    '![](https://elsewhere.example/unnamed.png)',
  ].join('\n\n');
  const story = await newStory({ description });
  await comment(story, 'Or me: max@example.com');
  const { text } = await browser.open(pageOf(story));
  for (const part of [
    '<a href="mailto:ada@example.com"',
    'grace@example.com',
    'max@example.com',
    `<img src="${own}" alt="A pier"`,
    'width="597" height="448"',
    '>A boat</a>',
    'href="https://elsewhere.example/boat.png"',
    '>https://elsewhere.example/unnamed.png</a>',
  ]) {
    expect(text).toContain(part);
  }
  expect(text).toMatch(/<a href="https:\/\/ci\.example\/runs"[^>]*>Build<\/a>/);
  expect(text).not.toMatch(/<img[^>]*(elsewhere|ci\.example)/);
});
