import { beforeAll, expect, test } from 'vitest';
import type { FeedbackItem } from '../../shared/feedback/items/item.ts';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { signedIn, type Browser } from '../support/browser.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { sharedService } from '../support/service.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';

const service = sharedService();
let workspace: TestWorkspace;
let feedback: Feedback;
let portal: Portal;
let team: Team;
let admin: Person;
let browser: Browser;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  feedback = feedbackApi(workspace, admin.client);
  portal = await feedback.portal();
  browser = await signedIn(service, workspace, admin);
});

const pathOf = (item: FeedbackItem) => `/portals/${portal.slug}/feedback/items/${item.slug}`;
const manageOf = (item: FeedbackItem) => `/portals/${portal.slug}/manage/items/${item.slug}`;
const act = async (item: FeedbackItem, name: string, fields: Record<string, string> = {}) =>
  browser.submit(await browser.open(pathOf(item)), `${manageOf(item)}/${name}`, fields);
const story = (title: string): Promise<Story> =>
  createStoryAs(admin.client, workspace, { teamId: team.id, title });
const linksIn = (text: string) => [...text.matchAll(/<a href="\/stories\/([^"]+)"/g)].map(([, id]) => id);
const votes = async (item: FeedbackItem, emails: readonly string[]) => {
  for (const email of emails) {
    const path = `${feedback.pathOf(portal)}/items/${item.id}/votes`;
    expect((await admin.client.post(path, { name: 'A customer', email })).status).toBe(201);
  }
};

test('a linked story leads to its page and has its status; to members of other teams it is no more than a story', async () => {
  const linked = await story('Keyboard shortcuts');
  const item = await feedback.item(portal, { storyIds: [linked.id] });
  const { text } = await browser.open(pathOf(item));
  const row = /<ul class="plain linked">[^]*?<\/ul>/.exec(text)![0];
  expect(row).toMatch(
    new RegExp(`href="/stories/${linked.id}"><bdi>${linked.reference} Keyboard shortcuts</bdi>`),
  );
  expect(row).toMatch(/<span class="status pending"><bdi>Backlog</);
  expect(row).toMatch(/>\s*Unlink<span class="hidden"> [^<]+ Keyboard shortcuts<\/span>/);
  const outsider = await signedIn(service, workspace, await workspace.person('member'));
  const seen = (await outsider.open(pathOf(item))).text;
  expect([linksIn(seen), seen.includes(linked.reference)]).toEqual([[], false]);
  expect(seen).toContain('<bdi>A story of another team</bdi>');
});

test('a merge adds up votes, of which a person has one, and stories, which can be unlinked; undone, both have theirs', async () => {
  const [shared, own, other] = [await story('For both'), await story('Of this'), await story('Of the other')];
  const [both, ...rest] = Array.from({ length: 5 }, () => `${newKey()}@example.com`);
  const item = await feedback.item(portal, { storyIds: [shared.id, own.id] });
  const into = await feedback.item(portal, { storyIds: [shared.id, other.id] });
  await votes(item, [both!, rest[0]!, rest[1]!]);
  await votes(into, [both!, rest[2]!]);
  const countOf = async (one: FeedbackItem) => (await feedback.readItem(one)).voteCount;
  const merged = await act(item, 'merge', { into: into.slug });
  expect(linksIn(merged.text)).toEqual([shared.id, other.id, own.id]);
  await expect.poll(() => countOf(into)).toBe(4);
  const unlinked = await act(into, 'unlink', { story: own.id });
  expect(linksIn(unlinked.text)).toEqual([shared.id, other.id]);
  await act(into, 'link', { reference: own.reference });
  await browser.submit(merged, `${manageOf(item)}/unmerge`);
  await expect.poll(() => countOf(into)).toBe(2);
  expect([await countOf(item), linksIn((await browser.open(pathOf(item))).text)]).toEqual([3, [shared.id]]);
});

test('words of a title find the stories to link, of which one is chosen; words of none are refused at the field', async () => {
  const calm = await story('Pelican in the calm');
  await story('Pelican in the storm');
  const item = await feedback.item(portal);
  const search = (reference: string) => act(item, 'link', { reference });
  const offeredIn = (text: string) =>
    [...text.matchAll(/<label for="chosenStory-[^"]+">[^<]+<bdi>([^<]+)</g)].map(([, title]) => title).sort();
  await expect
    .poll(async () => offeredIn((await search('pelican')).text))
    .toEqual(['Pelican in the calm', 'Pelican in the storm']);
  const offered = await search('pelican');
  expect([offered.status, linksIn(offered.text)]).toEqual([200, []]);
  expect(offered.text).toMatch(/<details open>\s*<summary>Stories /);
  const chosen = await browser.submit(offered, `${manageOf(item)}/link`, { chosenStory: calm.reference });
  expect(linksIn(chosen.text)).toEqual([calm.id]);
  // The choice is on a page of its own, and leads back to where the story was asked for.
  expect(new URL(chosen.url).pathname).toBe(pathOf(item));
  expect(chosen.text).toContain('The story is linked.');
  const none = await search('ostrich what?');
  expect(none.status).toBe(400);
  expect(none.text).toContain(
    '<p class="wrong" id="team-story-problem">No story in your teams has these words.',
  );
});

test.each(['no-999', 'zz-1'])('a reference of no story, %s, is refused at its field', async (reference) => {
  const item = await feedback.item(portal);
  const { status, text } = await act(item, 'link', { reference });
  expect(status).toBe(400);
  const said = `No story ${reference.toUpperCase()} in your teams.`;
  expect(text).toContain(`<p class="wrong" id="team-story-problem">${said}</p>`);
  expect(text).toMatch(/<details open>\s*<summary>Stories /);
});
