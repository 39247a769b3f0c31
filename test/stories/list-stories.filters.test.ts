import { beforeAll, expect, inject, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import { expectBadFields, expectRefusal, readAll } from '../support/answers.ts';
import { until } from '../support/until.ts';
import { newWorkspace } from '../support/workspace.ts';
import {
  combined,
  filterCases,
  inOrder,
  newPlannedStories,
  sortFields,
  type PlannedStories,
} from './planned-stories.ts';
import { newStoryWorkspace, storyApi } from './story-api.ts';

let planned: PlannedStories;
/** Creates, changes and deletes a story that every filter could find. */
let write: () => Promise<void>;

const ids = (stories: readonly Story[]) => stories.map(({ id }) => id);

beforeAll(async () => {
  planned = await newPlannedStories(60, inject('sampling').seed);
  const { workspace, teams, me } = planned;
  await until(async () => {
    const found = await readAll(me.client, `${workspace.path}/stories`, {
      archived: 'include',
      sort: 'createdAt',
    });
    return found.length === planned.stories.length;
  });
  const other = storyApi(workspace, planned.other.client);
  write = async () => {
    const story = await other.create({ teamId: teams[0]!.id, title: 'cache written meanwhile' });
    await other.change(story, { priority: 'urgent' });
    await other.delete(story.id);
  };
});

/** Everything a client finds, of the stories that nobody changes meanwhile. */
async function find(query: Record<string, string | number>): Promise<Story[]> {
  const { workspace, me, stories } = planned;
  const reading: Promise<Story[]> = readAll(me.client, `${workspace.path}/stories`, { ...query });
  const [found] = await Promise.all([reading, write()]);
  const known = new Set(ids(stories));
  return found.filter(({ id }) => known.has(id));
}

test('every filter and every order alone finds what a plain filter finds, page by page, while others write', async () => {
  for (const [name, make] of Object.entries(filterCases(planned))) {
    const { query, fits } = combined([make()]);
    expect(ids(await find({ ...query, sort: 'createdAt', limit: 7 })), name).toEqual(
      ids(inOrder(planned.stories.filter(fits), 'createdAt')),
    );
  }
  const { fits } = combined([]);
  for (const sort of sortFields.flatMap((field) => [field, `-${field}`])) {
    expect(ids(await find({ sort, limit: 7 })), sort).toEqual(
      ids(inOrder(planned.stories.filter(fits), sort)),
    );
  }
});

test('random combinations of filters in random orders find what a plain filter finds', async () => {
  const { pick, random, stories } = planned;
  for (let round = 0; round < (inject('sampling').whole ? 500 : 15); round++) {
    const cases = Object.values(filterCases(planned)).filter(() => random() < 0.15);
    const { query, fits } = combined(cases.map((make) => make()));
    const sort = pick([undefined, ...sortFields.flatMap((field) => [field, `-${field}`])]);
    // With words, the order is by relevance unless another is asked for.
    const asked = sort ?? ('q' in query ? '-createdAt' : undefined);
    const expected = inOrder(stories.filter(fits), asked);
    const sent = { ...query, ...(asked ? { sort: asked } : {}), limit: pick([5, 100]) };
    expect(ids(await find(sent)), JSON.stringify(sent)).toEqual(ids(expected));
  }
});

test('pages by relevance neither repeat nor miss a story while others write', async () => {
  const found = await find({ q: 'cache', limit: 3 });
  expect(new Set(ids(found)).size).toBe(found.length);
  const { fits } = combined([]);
  const wanted = planned.stories.filter(
    (story) => fits(story) && `${story.title} ${story.description ?? ''}`.includes('cache'),
  );
  expect(ids(found).sort()).toEqual(ids(wanted).sort());
});

test('a new, a changed and a deleted story are found as they are now', async () => {
  const { workspace, team, member, api } = await newStoryWorkspace();
  const search = async (q: string) =>
    ids(await readAll(member.client, `${workspace.path}/stories`, { q, teamId: team.id }));
  const story = await api.create({ teamId: team.id, title: 'Find the Quokka' });
  await until(async () => (await search('quokka')).includes(story.id));
  const changed = await api.change(story, { title: 'Find the wombat' });
  await until(async () => (await search('wombat')).includes(story.id));
  expect(await search('quokka')).toEqual([]);
  await api.delete(changed.id);
  await until(async () => (await search('wombat')).length === 0);
});

test('a story that a person may not see is not found, and no longer once they leave the team', async () => {
  const { workspace, team, member, api } = await newStoryWorkspace();
  const story = await api.create({ teamId: team.id, title: 'A secret numbat' });
  const stranger = await workspace.person('member', [await workspace.team()]);
  const search = (client = member.client) => readAll(client, `${workspace.path}/stories`, { q: 'numbat' });
  await until(async () => (await search()).length === 1);
  expect(await search(stranger.client)).toEqual([]);
  const elsewhere = await newWorkspace();
  const foreigner = await elsewhere.person('member', [await elsewhere.team()]);
  expect(await readAll(foreigner.client, `${elsewhere.path}/stories`, { q: 'numbat' })).toEqual([]);
  expect(story.teamId).toBe(team.id);
  const left = await member.client.post(`${workspace.path}/teams/${team.id}/leave`);
  expect(left.status, left.text).toBe(200);
  expect(await search()).toEqual([]);
});

test('cursors belong to their filters, and relevance needs words', async () => {
  const { workspace, me } = planned;
  const page = await me.client.get(`${workspace.path}/stories`, { sort: '-updatedAt', limit: 2 });
  const cursor = page.json.meta.nextCursor as string;
  const other = await me.client.get(`${workspace.path}/stories`, { sort: 'updatedAt', limit: 2, cursor });
  expectRefusal(other, 400, 'invalid_cursor');
  const bad = await me.client.get(`${workspace.path}/stories`, { sort: 'relevance' });
  expectBadFields(bad, ['query.sort']);
});
