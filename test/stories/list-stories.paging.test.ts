import { beforeAll, expect, test } from 'vitest';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { putStory } from '../../shared/planning/story/story-store.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal, readAll, readPages } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { sampled } from '../support/sampling.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { changedAt, newStoryWorkspace, seed, statusOf, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let teams: Team[];
let admin: Person;
let member: Person;
let restricted: Client;
let path: string;

beforeAll(async () => {
  ({ workspace } = await newStoryWorkspace());
  teams = await Promise.all(Array.from({ length: 5 }, () => workspace.team()));
  admin = await workspace.person('admin', teams);
  member = await workspace.person('member', teams.slice(0, 3));
  restricted = await workspace.clientFor(member.id, { teamIds: [teams[1]!.id] });
  path = `${workspace.path}/stories`;
  const api = storyApi(workspace, admin.client);
  const sizes = [30, 16, 12, 8, 4];
  await Promise.all(
    teams.map(async ({ id: teamId }, index) => {
      for (let made = 0; made < sizes[index]!; made++) await api.create({ teamId });
    }),
  );
});

/** What each of two writers does, however long the reader takes: on a slow machine the lists must not grow longer. */
const WRITES = 8;

/** Creates and edits stories while something else runs. */
async function whileWriting<T>(client: Client, work: () => Promise<T>): Promise<T> {
  const api = storyApi(workspace, client);
  const known = await readAll(client, path, { limit: 100 });
  const write = async (first: number) => {
    for (let next = first; next < first + 7 * WRITES; next += 7) {
      const story = known[next % known.length];
      const body = { expectedUpdatedAt: story.updatedAt, title: `Edited ${next}` };
      const { status, json } = await api.update(story.id, body);
      story.updatedAt = status === 200 ? json.data.updatedAt : json.error.currentUpdatedAt;
      await api.create({ teamId: teams[next % teams.length]!.id });
    }
  };
  const [result] = await Promise.all([work(), write(0), write(3)]);
  return result;
}

const ids = (stories: Story[]) => stories.map(({ id }) => id);

const callers: [string, () => Client][] = [
  ['an admin of five teams', () => admin.client],
  ['a member of three teams', () => member.client],
  ['a credential restricted to one team', () => restricted],
];
const cases = callers.flatMap(([name, clientOf]) =>
  [1, 7, 30, 100].map((limit) => [name, limit, clientOf] as const),
);

test.each(sampled('pages while others write', 4, cases))(
  '%s sees each story once, in order, in pages of %i, while others write',
  async (_, limit, clientOf) => {
    const client = clientOf();
    const before = ids(await readAll(client, path, { limit: 100 }));
    const pages = await whileWriting(admin.client, () => readPages(client, path, { limit }));

    for (const page of pages.slice(0, -1)) expect(page).toHaveLength(limit);
    const seen = ids(pages.flat());
    expect(seen).toEqual(seen.toSorted().reverse());
    expect(new Set(seen).size).toBe(seen.length);
    expect(seen.filter((id) => before.includes(id))).toEqual(before);
  },
);

test('filters that change under way lose no story that keeps fitting', async () => {
  const [team] = teams as [Team];
  const sprintId = await seed(workspace).sprint(team);
  const api = storyApi(workspace, admin.client);
  const inSprint = await Promise.all(
    Array.from({ length: 30 }, () => api.create({ teamId: team.id, sprintId })),
  );
  const fitting = inSprint.filter((_, index) => index % 2);
  const query = { sprintId, limit: 3 };
  const leave = async () => {
    for (const story of inSprint) {
      if (!fitting.includes(story)) await api.change(story, { clearFields: ['sprintId'] });
    }
  };
  const [seen] = await Promise.all([readAll(admin.client, path, query), leave()]);

  expect(new Set(ids(seen)).size).toBe(seen.length);
  expect(ids(seen)).toEqual(expect.arrayContaining(ids(fitting)));
  expect(ids(await readAll(admin.client, path, query)).toSorted()).toEqual(ids(fitting).toSorted());
});

test('the same page twice is the same page', async () => {
  const first = (await admin.client.get(path, { limit: 5 })).json;
  const query = { limit: 5, cursor: first.meta.nextCursor };
  const second = await admin.client.get(path, query);

  expect((await admin.client.get(path, query)).json).toEqual(second.json);
  const again = await workspace.clientFor(admin.id);
  expect((await again.get(path, query)).json, 'with another token of theirs').toEqual(second.json);
});

test('a deleted story does not break the page after it', async () => {
  const api: StoryApi = storyApi(workspace, admin.client);
  const story = await api.create({ teamId: teams[4]!.id });
  const before = ids((await api.list({ teamId: teams[4]!.id, limit: 3 })).json.data);
  const { json } = await api.list({ teamId: teams[4]!.id, limit: 1 });
  await api.delete(story.id);

  const next = await api.list({ teamId: teams[4]!.id, limit: 1, cursor: json.meta.nextCursor });
  expect(ids(next.json.data)).toEqual([before[1]]);
});

test('a story of a team that the caller leaves between pages is not on the next', async () => {
  const [left, kept] = [await workspace.team(), await workspace.team()];
  const leaver = await workspace.person('member', [left, kept]);
  const api = storyApi(workspace, leaver.client);
  for (let made = 0; made < 5; made++) {
    for (const { id: teamId } of [left, kept]) await api.create({ teamId });
  }
  const first = (await api.list({ limit: 2 })).json;
  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: left.id, principalId: leaver.id });

  const rest = await api.list({ limit: 2, cursor: first.meta.nextCursor });
  expect(rest.json.data.map(({ teamId }: Story) => teamId)).toEqual([kept.id, kept.id]);
  const status = await statusOf(workspace, leaver.client, kept, 'backlog');
  const byStatus = (await api.list({ statusId: status, limit: 2 })).json.meta.nextCursor;
  await workspace.operator.leaveTeam({ workspaceId: workspace.id, teamId: kept.id, principalId: leaver.id });
  expectRefusal(await api.list({ statusId: status, limit: 2, cursor: byStatus }), 404, 'not_found');
});

test('a page ends early where long descriptions would make it too large, and no story is missed', async () => {
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  const api = storyApi(workspace, client);
  // Each line break is two bytes of JSON, so that these are twice as large in an answer.
  const description = `${'\n'.repeat(31 * 1024)}x`;
  const made: Story[] = [];
  for (let count = 0; count < 70; count++) made.push(await api.create({ teamId: team.id, description }));
  const pages = await readPages(client, path, { limit: 100 });

  expect(pages.length).toBeGreaterThan(1);
  for (const page of pages) expect(JSON.stringify(page).length).toBeLessThan(4_100_000);
  expect(pages.flat()).toEqual(made.toReversed());
});

test('a page of 100 has all their descriptions', async () => {
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  const api = storyApi(workspace, client);
  const send = (index: number) => api.create({ teamId: team.id, description: `${index} `.repeat(5_000) });
  const made = await Promise.all(Array.from({ length: 100 }, (_, index) => send(index)));
  const [page, ...others] = await readPages(client, path, { limit: 100 });

  expect(others).toEqual([]);
  const byId = (a: Story, b: Story) => (a.id < b.id ? 1 : -1);
  expect(page).toEqual(made.toSorted(byId));
});

test('a filter that few stories pass misses none, though pages end early', async () => {
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  const api = storyApi(workspace, client);
  const made = await Promise.all(Array.from({ length: 60 }, () => api.create({ teamId: team.id })));
  const years = (index: number) => (index % 25 ? '2001' : '2021');
  const dated = await Promise.all(
    made.map((story, index) => changedAt(workspace, story, `${years(index)}-06-01T00:00:00.000Z`)),
  );
  const recent = dated.filter((_, index) => index % 25 === 0);

  for (const limit of [1, 2, 100]) {
    const seen = await readAll(client, path, { updatedSince: '2020-01-01T00:00:00Z', limit });
    expect(ids(seen)).toEqual(ids(recent).toSorted().reverse());
  }
});

test('updatedSince finds stories of any age in the order of their ids, also with other filters and those that are archived', async () => {
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  const template = await storyApi(workspace, client).create({ teamId: team.id });
  const [started, backlog] = await Promise.all([
    statusOf(workspace, client, team, 'started'),
    statusOf(workspace, client, team, 'backlog'),
  ]);
  const now = Date.parse(template.createdAt);
  const dayAgo = (days: number) => new Date(now - days * 86_400_000);
  const ages = [0, 1, 2, 3].flatMap((created) => [0, 1, 2, 3].map((changed) => ({ created, changed })));
  const dated = ages
    .filter(({ created, changed }) => changed <= created)
    .map(({ created, changed }, index) => ({
      ...template,
      id: newId(dayAgo(created)),
      sequenceId: 100 + index,
      statusId: index % 2 ? started : backlog,
      updatedAt: dayAgo(changed).toISOString(),
      archivedAt: index % 3 ? null : template.createdAt,
    }));
  await commit(
    workspace.database,
    dated.map((story) => putStory(story)),
  );
  const all = [template, ...dated].sort((a, b) => (a.id < b.id ? 1 : -1));
  for (const since of [0, 1, 2, 3].map((days) => dayAgo(days).toISOString())) {
    for (const filter of [{}, { statusId: started }, { archived: 'include' }, { archived: 'only' }]) {
      const expected = all.filter(
        (story) =>
          story.updatedAt >= since &&
          (!('statusId' in filter) || story.statusId === started) &&
          (filter.archived === 'include' || (story.archivedAt !== null) === (filter.archived === 'only')),
      );
      for (const limit of [2, 100]) {
        const seen = await readAll(client, path, { updatedSince: since, teamId: team.id, limit, ...filter });
        expect(ids(seen), JSON.stringify({ since, filter, limit })).toEqual(ids(expected));
      }
    }
  }
});
