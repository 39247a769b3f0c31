import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, expectSameRefusal, readAll, readPages } from '../support/answers.ts';
import { sampled } from '../support/sampling.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, seed, statusOf, storyApi, type StoryApi } from './story-api.ts';

/** Two teams with stories that differ in everything a filter names; the caller is in both. */
let workspace: TestWorkspace;
let team: Team;
let second: Team;
let member: Person;
let api: StoryApi;
let started: string;
let sprintId: string;
let objectiveId: string;
/** Newest first, the archived ones too. */
let stories: Story[];

beforeAll(async () => {
  ({ workspace, team } = await newStoryWorkspace());
  second = await workspace.team();
  member = await workspace.person('member', [team, second]);
  api = storyApi(workspace, member.client);
  started = await statusOf(workspace, member.client, team, 'started');
  sprintId = await seed(workspace).sprint(team);
  objectiveId = await seed(workspace).objective(team);
  stories = [];
  for (let index = 0; index < 32; index++) {
    const has = (bit: number) => (index & bit) > 0;
    const story = await api.create({
      teamId: team.id,
      ...(has(1) ? { statusId: started } : {}),
      ...(has(2) ? { assigneeId: member.id } : {}),
      ...(has(4) ? { sprintId } : {}),
      ...(has(8) ? { objectiveId } : {}),
    });
    stories.push(has(16) ? (await api.archive(story.id)).json.data : story);
    stories.push(await api.create({ teamId: second.id, assigneeId: member.id }));
  }
  stories.reverse();
});

const ids = (list: Story[]) => list.map(({ id }) => id);

test('the list has the stories of all joined teams, newest first, each as it is returned alone', async () => {
  const { status, json } = await api.list({ limit: 100 });

  const expected = stories.filter(({ archivedAt }) => archivedAt === null);
  expect(status).toBe(200);
  expect(json).toEqual({ data: expected, meta: { hasMore: false, nextCursor: null } });
  expect(ids(json.data)).toEqual(ids(json.data).sort().reverse());
});

test('the list has 50 stories without a limit, and another page for the rest', async () => {
  const path = `${workspace.path}/stories`;
  const busy = await workspace.team();
  const { client } = await workspace.person('member', [busy]);
  const own = storyApi(workspace, client);
  await Promise.all(Array.from({ length: 51 }, () => own.create({ teamId: busy.id })));

  expect((await readPages(client, path)).map((page) => page.length)).toEqual([50, 1]);
  expect((await readPages(client, path, { limit: 51 })).map((page) => page.length)).toEqual([51]);
});

describe('a filter of stories', () => {
  type Filter = [string, () => [object, (story: Story) => boolean]];
  const filters: Filter[] = [
    ['teamId', () => [{ teamId: team.id }, ({ teamId }) => teamId === team.id]],
    ['statusId', () => [{ statusId: started }, ({ statusId }) => statusId === started]],
    ['assigneeId', () => [{ assigneeId: member.id }, ({ assigneeId }) => assigneeId === member.id]],
    ['sprintId', () => [{ sprintId }, (story) => story.sprintId === sprintId]],
    ['objectiveId', () => [{ objectiveId }, (story) => story.objectiveId === objectiveId]],
    [
      'updatedSince',
      () => [
        { updatedSince: stories[40]!.updatedAt },
        ({ updatedAt }) => updatedAt >= stories[40]!.updatedAt,
      ],
    ],
    ['archived', () => [{ archived: 'only' }, ({ archivedAt }) => archivedAt !== null]],
  ];
  const combinations = Array.from({ length: 1 << filters.length }, (_, bits) =>
    filters.filter((_, position) => bits & (1 << position)),
  ).slice(1);

  const named = combinations.map((chosen) => [chosen.map(([name]) => name).join(' + '), chosen] as const);
  test.each(sampled('combined filters of stories', 24, named))(
    'by %s finds the stories that have it',
    async (_, chosen) => {
      const parts = chosen.map(([, make]) => make());
      const query = Object.assign({}, ...parts.map(([filter]) => filter)) as Record<string, string>;
      const archived = 'archived' in query;
      const expected = stories.filter(
        (story) => parts.every(([, matches]) => matches(story)) && (story.archivedAt !== null) === archived,
      );

      for (const limit of [3, 100]) {
        expect(await readAll(member.client, `${workspace.path}/stories`, { ...query, limit })).toEqual(
          expected,
        );
      }
    },
  );

  test('by archived=exclude is the same as leaving it out', async () => {
    expect((await api.list({ archived: 'exclude' })).json).toEqual((await api.list()).json);
  });

  test('by updatedSince accepts any offset, and instants long ago and ahead', async () => {
    const since = stories[10]!.updatedAt;
    const shifted = new Date(Date.parse(since) - 3_600_000).toISOString().replace('Z', '-01:00');
    expect((await api.list({ updatedSince: shifted })).json.data).toEqual(
      (await api.list({ updatedSince: since })).json.data,
    );
    expect((await api.list({ updatedSince: '1999-01-01T00:00:00Z', limit: 100 })).json.data).toEqual(
      (await api.list({ limit: 100 })).json.data,
    );
    expect((await api.list({ updatedSince: '2999-01-01T00:00:00Z' })).json.data).toEqual([]);
  });

  test('by updatedSince finds an old story that was changed', async () => {
    const story = await api.create({ teamId: team.id });
    const later = await api.create({ teamId: team.id });
    const { updatedAt } = await api.change(story, { title: 'Changed' });

    const found = (await api.list({ updatedSince: updatedAt, teamId: team.id })).json.data;
    expect(ids(found)).toContain(story.id);
    await Promise.all([api.delete(story.id), api.delete(later.id)]);
  });

  test('finds a story by its new value after a change', async () => {
    const story = await api.create({ teamId: team.id });
    const found = async (query: object) =>
      ids((await api.list({ ...query, limit: 100 })).json.data).includes(story.id);
    const changed = await api.change(story, { statusId: started, sprintId });
    expect([await found({ statusId: started }), await found({ sprintId })]).toEqual([true, true]);

    await api.change(changed, { statusId: story.statusId, clearFields: ['sprintId'] });
    expect([await found({ statusId: started }), await found({ sprintId })]).toEqual([false, false]);
    expect(await found({ statusId: story.statusId })).toBe(true);
    await api.delete(story.id);
  });

  test("by a team and another team's status returns one empty page", async () => {
    const statusId = await statusOf(workspace, member.client, second, 'backlog');
    const { json } = await api.list({ teamId: team.id, statusId, limit: 1 });

    expect(json).toEqual({ data: [], meta: { hasMore: false, nextCursor: null } });
  });

  test("by assigneeId=me finds the caller's own, alone and with other filters", async () => {
    const colleague = await workspace.person('member', [team]);
    const theirs = await api.create({ teamId: team.id, assigneeId: colleague.id });
    expect((await colleague.client.get(`${workspace.path}/stories`, { assigneeId: 'me' })).json.data).toEqual(
      [theirs],
    );
    for (const other of [{}, { teamId: team.id }, { statusId: started, sprintId }, { archived: 'only' }]) {
      const mine = await api.list({ ...other, assigneeId: 'me', limit: 100 });
      expect(mine.json).toEqual((await api.list({ ...other, assigneeId: member.id, limit: 100 })).json);
      expect(mine.json.data).not.toEqual([]);
    }
    await api.delete(theirs.id);
  });

  test('by assigneeId=none finds those without an assignee, alone and with other filters', async () => {
    const cases: [object, (story: Story) => boolean][] = [
      [{}, () => true],
      [{ teamId: team.id }, ({ teamId }) => teamId === team.id],
      [{ teamId: second.id }, () => false],
      [
        { statusId: started, objectiveId },
        (one) => one.statusId === started && one.objectiveId === objectiveId,
      ],
    ];
    for (const [query, matches] of cases) {
      const expected = stories.filter(
        (story) => story.assigneeId === null && story.archivedAt === null && matches(story),
      );
      for (const limit of [3, 100]) {
        const whole = { ...query, assigneeId: 'none', limit };
        expect(await readAll(member.client, `${workspace.path}/stories`, whole)).toEqual(expected);
      }
    }
  });

  test.each(['nobody', 'ME', '', 'me,you'])('by the assignee %j is refused', async (assigneeId) => {
    expectBadFields(await api.list({ assigneeId }), ['query.assigneeId']);
  });

  test('by updatedSince accepts a plain date', async () => {
    const today = stories[0]!.updatedAt.slice(0, 10);
    expect((await api.list({ updatedSince: today })).json).toMatchObject({
      data: (await api.list({ updatedSince: `${today}T00:00:00Z` })).json.data,
    });
  });

  test('by a person without stories returns an empty list', async () => {
    expect((await api.list({ assigneeId: randomUUID() })).json.data).toEqual([]);
  });

  test('by ids that are missing, or of a team that is not visible, is 404 in the same words', async () => {
    const closed = await workspace.team({ private: true });
    const insider = await workspace.person('member', [closed]);
    const abroad = await newStoryWorkspace();
    const ours = { team: closed, ...seed(workspace), client: insider.client, workspace };
    const theirs = {
      team: abroad.team,
      ...seed(abroad.workspace),
      client: abroad.member.client,
      workspace: abroad.workspace,
    };
    for (const { team: owner, sprint, objective, client, workspace: place } of [ours, theirs]) {
      const filter = {
        teamId: owner.id,
        statusId: await statusOf(place, client, owner, 'started'),
        sprintId: await sprint(owner),
        objectiveId: await objective(owner),
      };
      for (const [name, id] of Object.entries(filter)) {
        const missing = await api.list({ [name]: randomUUID() });
        const hidden = await api.list({ [name]: id });
        expectRefusal(hidden, 404, 'not_found');
        expectSameRefusal([hidden, missing]);
      }
    }
  });
});

describe('the list of a caller', () => {
  test("who is an admin has the teams they have joined, like everyone's", async () => {
    const admin = await workspace.person('admin', [second]);
    const { data } = (await storyApi(workspace, admin.client).list({ limit: 100 })).json;

    expect(data).toEqual(stories.filter(({ teamId }) => teamId === second.id));
    const none = await workspace.person('admin');
    expect((await storyApi(workspace, none.client).list()).json.data).toEqual([]);
  });

  test("is limited by a credential's teams and a service account's teams", async () => {
    const restricted = await workspace.clientFor(member.id, { teamIds: [second.id] });
    const account = await workspace.serviceAccount([second]);
    for (const client of [restricted, account.client]) {
      const { list } = storyApi(workspace, client);
      expect((await list({ limit: 100 })).json.data).toEqual(
        stories.filter(({ teamId }) => teamId === second.id),
      );
      expectRefusal(await list({ teamId: team.id }), 404, 'not_found');
      expectRefusal(await list({ statusId: started }), 404, 'not_found');
    }
  });

  test('has nothing of a restriction to a team that the person has left', async () => {
    const left = await workspace.clientFor(member.id, { teamIds: [(await workspace.team()).id] });

    expect((await storyApi(workspace, left).list()).json.data).toEqual([]);
  });

  test('in more than 100 teams must name one', async () => {
    const teams = await Promise.all(Array.from({ length: 101 }, () => workspace.team()));
    const busy = await workspace.person('member', teams);
    const own = storyApi(workspace, busy.client);
    const { id } = await own.create({ teamId: teams[100]!.id });

    expectRefusal(await own.list(), 400, 'team_required');
    expect(ids((await own.list({ teamId: teams[100]!.id })).json.data)).toEqual([id]);
    const status = await statusOf(workspace, busy.client, teams[100]!, 'backlog');
    expect(ids((await own.list({ statusId: status })).json.data)).toEqual([id]);
    const place = { workspaceId: workspace.id, teamId: teams[0]!.id, principalId: busy.id };
    await workspace.operator.leaveTeam(place);
    expect(ids((await own.list()).json.data)).toEqual([id]);
  });
});
