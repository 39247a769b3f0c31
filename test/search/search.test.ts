import fc from 'fast-check';
import pLimit from 'p-limit';
import { beforeAll, expect, inject, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { feedbackApi } from '../support/feedback.ts';
import { planningApi } from '../support/planning.ts';
import { until } from '../support/until.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { storyApi } from '../stories/story-api.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { feedbackModel, hiddenFeedbackModel } from '../../shared/feedback/items/item-index.ts';
import type { Scope } from '../../shared/kernel/core/scopes.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { heavyQueries, hostileQueries } from './hostile-queries.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let story: Story;

interface Hit {
  type: string;
  id: string;
  title: string;
  snippet: string;
  highlights: { field: 'title' | 'snippet'; start: number; end: number }[];
  score: number;
}

const searchAs = async (client: Client, query: Record<string, string | number>): Promise<Hit[]> => {
  const { status, json, text } = await client.get(`${workspace.path}/search`, query);
  if (status !== 200) throw new Error(`search answered ${status}: ${text}`);
  return json.data;
};
const search = (q: string, query: Record<string, string | number> = {}) =>
  searchAs(admin.client, { q, ...query });
const found = async (q: string, query: Record<string, string | number> = {}) =>
  (await search(q, query)).map(({ type, id }) => `${type} ${id}`);

const ids: Record<string, string> = {};

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  const stories = storyApi(workspace, admin.client);
  story = await stories.create({
    teamId: team.id,
    title: 'Passkeys for the sign-in',
    description: `${'Nothing to see here. '.repeat(30)}A 🐫 camel asks for the zyzzyva password.${' And so on.'.repeat(30)}`,
  });
  const archived = await stories.create({ teamId: team.id, title: 'An archived zyzzyva' });
  await stories.archive(archived.id);
  const comment = await admin.client.post(`${workspace.path}/stories/${story.id}/comments`, {
    content: 'The zyzzyva is a weevil',
  });
  const objective = await planningApi(workspace, admin.client).objective(team, { name: 'Fewer zyzzyvas' });
  const secret = await planningApi(workspace, admin.client).objective(team, {
    name: 'A hidden zyzzyva',
    private: true,
  });
  const feedback = feedbackApi(workspace, admin.client);
  const item = await feedback.item(await feedback.portal(), { title: 'Show me a zyzzyva' });
  Object.assign(ids, {
    story: story.id,
    archived: archived.id,
    comment: comment.json.data.id,
    objective: objective.id,
    secret: secret.id,
    item: item.id,
  });
  await until(async () => (await search('zyzzyva', { archived: 'include' })).length === 6);
});

test('a search finds stories, comments, objectives and feedback items, and archived stories on request', async () => {
  const all = [
    `story ${ids['story']}`,
    `comment ${ids['comment']}`,
    `objective ${ids['objective']}`,
    `objective ${ids['secret']}`,
    `feedback_item ${ids['item']}`,
  ];
  expect((await found('zyzzyva')).sort()).toEqual(all.sort());
  expect(await found('zyzzyva', { archived: 'only', type: 'story' })).toEqual([`story ${ids['archived']}`]);
  expect(await found('zyzzyva', { type: 'comment,objective', limit: 1 })).toHaveLength(1);
  expect(await found('zyzzyva', { teamId: team.id, type: 'feedback_item' })).toEqual([]);
});

test('a search marks the words that it found, in UTF-16 code units of title and snippet', async () => {
  const [hit] = await search('camels PASSKEY', { type: 'story' });
  const { title, snippet, highlights } = hit!;
  const marked = highlights.map(({ field, start, end }) =>
    (field === 'title' ? title : snippet).slice(start, end),
  );
  expect(marked).toEqual(['Passkeys', 'camel']);
  expect(snippet).toMatch(/^….*🐫 camel asks for the zyzzyva.*…$/u);
  expect(snippet.length).toBeLessThanOrEqual(200);
});

test('a reference comes first, and scores descend', async () => {
  const other = await storyApi(workspace, admin.client).create({
    teamId: team.id,
    title: `${story.reference} ${story.reference} again`,
  });
  await until(async () => (await found(other.title)).includes(`story ${other.id}`));
  for (const q of [story.reference, story.reference.toLowerCase()]) {
    const hits = await search(q, { type: 'story' });
    expect(hits[0]!.id).toBe(story.id);
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual(scores.toSorted((one, two) => two - one));
  }
});

test('a search shows each reader only what they may see, and nothing of a team that they left', async () => {
  const member = await workspace.person('member', [team]);
  const mine = await searchAs(member.client, { q: 'zyzzyva' });
  expect(mine.map(({ id }) => id)).not.toContain(ids['secret']);
  expect(mine).toHaveLength(4);
  const guest = await workspace.person('guest', [team]);
  expect((await searchAs(guest.client, { q: 'zyzzyva' })).map(({ type }) => type)).not.toContain(
    'feedback_item',
  );
  const refused = await guest.client.get(`${workspace.path}/search`, { q: 'x', type: 'feedback_item' });
  expectRefusal(refused, 403, 'insufficient_role');
  const scoped = await workspace.clientFor(member.id, { scopes: ['stories:read'] });
  expect((await searchAs(scoped, { q: 'zyzzyva' })).map(({ type }) => type)).toEqual(['story']);
  const lacking = await scoped.get(`${workspace.path}/search`, { q: 'zyzzyva', type: 'comment' });
  expectRefusal(lacking, 403, 'insufficient_scope');
  const typesWith = async (...scopes: Scope[]) => {
    const hits = await searchAs(await workspace.clientFor(member.id, { scopes }), { q: 'zyzzyva' });
    return hits.map(({ type }) => type);
  };
  expect(await typesWith('objectives:read', 'comments:read')).toEqual(['objective']);
  expect(await typesWith('stories:read', 'comments:read')).toEqual(
    expect.arrayContaining(['story', 'comment']),
  );
  const blind = await workspace.clientFor(member.id, { scopes: ['comments:read', 'stories:write'] });
  expectRefusal(await blind.get(`${workspace.path}/search`, { q: 'zyzzyva' }), 403, 'insufficient_scope');
  const stranger = await workspace.person('guest', [await workspace.team()]);
  expect(await searchAs(stranger.client, { q: 'zyzzyva' })).toEqual([]);
  expectRefusal(
    await stranger.client.get(`${workspace.path}/search`, { q: 'zyzzyva', teamId: team.id }),
    404,
    'not_found',
  );
  const left = await member.client.post(`${workspace.path}/teams/${team.id}/leave`);
  expect(left.status, left.text).toBe(200);
  const after = await searchAs(member.client, { q: 'zyzzyva' });
  expect(after.map(({ type }) => type)).toEqual(['feedback_item']);
});

test("a portal's items are read in steps, hidden ones into a model of their own", async () => {
  const feedback = feedbackApi(workspace, admin.client);
  const portal = await feedback.portal();
  const limit = pLimit(8);
  const items = await Promise.all(
    Array.from({ length: 203 }, (_, n) => limit(() => feedback.item(portal, { title: `Idea ${n}` }))),
  );
  const hidden = items[7]!;
  await feedback.change(`${feedback.pathOf(portal)}/items/${hidden.id}`, hidden, { hidden: true });
  const read = createReader(workspace.database);
  const steps: string[][] = [];
  for (const model of [feedbackModel, hiddenFeedbackModel]) {
    for (let from: string | undefined, done = false; !done;) {
      const { documents, next } = await model.build(read, portal.id, from);
      steps.push(documents.map(({ id }) => id));
      [from, done] = [next, next === undefined];
    }
  }
  expect(steps.map(({ length }) => length)).toEqual([200, 2, 1]);
  expect(steps.flat().toSorted()).toEqual(items.map(({ id }) => id).toSorted());
  expect(steps[2]).toEqual([hidden.id]);
});

test('a search without a query is refused', async () => {
  expectBadFields(await admin.client.get(`${workspace.path}/search`), ['query.q']);
  expectBadFields(await admin.client.get(`${workspace.path}/search`, { q: ' ' }), ['query.q']);
  expect(await search('?!')).toEqual([]);
  expect(await search('-zyzzyva')).toEqual([]);
});

/** Ten draws, since one of all 10,000 would take a test longer than it may. */
const draws = Array.from({ length: inject('sampling').whole ? 10 : 1 }, (_, draw) => draw);

test.each(draws)('no query makes the search fail, however hostile: draw %i', async (draw) => {
  const { seed, whole } = inject('sampling');
  const drawn = fc.sample(hostileQueries, { seed: seed + draw, numRuns: whole ? 1_000 : 60 });
  const limit = pLimit(8);
  const ask = async (q: string) => {
    const path = q.length % 2 === 0 ? 'search' : 'stories';
    const { status } = await admin.client.get(`${workspace.path}/${path}`, { q });
    expect([200, 400], JSON.stringify(q)).toContain(status);
  };
  const heavy = heavyQueries(['the', 'a', 'zyzzyva', 'nothing', 'see', 'here']);
  await Promise.all([...drawn, ...heavy].map((q) => limit(() => ask(q))));
});
