import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { commentApi } from '../comments/comment-api.ts';
import { expectBadFields, readAll } from '../support/answers.ts';
import { planningApi } from '../support/planning.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

/** Lists that a copy is synchronized from: each shows what was changed at or after an instant, in pages of any size. */
let workspace: TestWorkspace;
let team: Team;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
});

interface Resource {
  id: string;
  updatedAt: string;
}

async function posted(path: string, body: object): Promise<Resource> {
  const { status, json, text } = await admin.client.post(`${workspace.path}/${path}`, body);
  expect(status, text).toBe(201);
  return json.data;
}

/** A list's path, how one of it is made, and what an update of one sets. */
type Noun = () => Promise<{ path: string; make: () => Promise<Resource>; change: object }>;

const nouns: Record<string, Noun> = {
  objectives: async () => ({
    path: `${workspace.path}/objectives`,
    make: () => planningApi(workspace, admin.client).objective(team),
    change: { name: 'Changed' },
  }),
  'key-results': async () => {
    const plan = planningApi(workspace, admin.client);
    const objective = await plan.objective(team);
    return {
      path: `${workspace.path}/key-results`,
      make: () => plan.keyResult(objective),
      change: { name: 'Changed' },
    };
  },
  sprints: async () => ({
    path: `${workspace.path}/sprints`,
    make: () => planningApi(workspace, admin.client).sprint(team),
    change: { name: 'Changed' },
  }),
  members: async () => ({
    path: `${workspace.path}/members`,
    async make() {
      const { id } = await workspace.person('member', [team]);
      return (await workspace.operator.getMember(workspace.id, id))!;
    },
    change: { name: 'Changed' },
  }),
  labels: async () => ({
    path: `${workspace.path}/labels`,
    make: () => posted('labels', { name: randomUUID(), color: '#123456' }),
    change: { name: 'Changed' },
  }),
  statuses: async () => ({
    path: `${workspace.path}/statuses`,
    make: () => posted('statuses', { teamId: team.id, name: randomUUID(), category: 'started' }),
    change: { name: 'Changed' },
  }),
  comments: async () => {
    const story = await createStoryAs(admin.client, workspace, { teamId: team.id });
    const api = commentApi(workspace, story.id, admin.client);
    return { path: api.path, make: () => api.create(), change: { content: 'Changed' } };
  },
};

describe.each(Object.entries(nouns))('%s', (_, noun) => {
  test('is found by updatedSince when it was changed at or after an instant, and anything else is refused', async () => {
    const { path, make, change } = await noun();
    const made = [await make(), await make(), await make(), await make()];
    const [oldest, , third, newest] = made as [Resource, Resource, Resource, Resource];
    const patch = { expectedUpdatedAt: oldest.updatedAt, ...change };
    const { status, json, text } = await admin.client.patch(`${path}/${oldest.id}`, patch);
    expect(status, text).toBe(200);
    const since = async (updatedSince: string, limit: number) =>
      (await readAll(admin.client, path, { updatedSince, limit })).map(({ id }: Resource) => id);

    for (const limit of [1, 2, 100]) {
      expect(await since(json.data.updatedAt, limit)).toEqual([oldest.id]);
      expect(await since(third.updatedAt, limit)).toEqual([newest.id, third.id, oldest.id]);
      expect(await since('2999-01-01', limit)).toEqual([]);
      const all = await since('1999-01-01', limit);
      expect(made.toReversed().map(({ id }) => id)).toEqual(
        all.filter((id) => made.some((one) => one.id === id)),
      );
    }
    expectBadFields(await admin.client.get(path, { updatedSince: 'lately' }), ['query.updatedSince']);
  });
});

test('a comment is shown again when a reply to it was changed', async () => {
  const story = await createStoryAs(admin.client, workspace, { teamId: team.id });
  const api = commentApi(workspace, story.id, admin.client);
  const [first, second] = [await api.create(), await api.create()];
  await api.reply(first);
  const [{ replies }] = (await readAll(admin.client, api.path)).filter(({ id }) => id === first.id);
  const updatedSince = replies[0].updatedAt;
  expect(updatedSince > second.updatedAt).toBe(true);
  const found = await readAll(admin.client, api.path, { updatedSince });
  expect(found).toEqual([expect.objectContaining({ id: first.id, replies })]);
});

test('teams are found by updatedSince too, by name', async () => {
  const [first, second, third] = [await workspace.team(), await workspace.team(), await workspace.team()];
  const { client } = await workspace.person('admin', [first, second, third]);
  const patch = { expectedUpdatedAt: first.updatedAt, name: 'Zebras' };
  const { json } = await client.patch(`${workspace.path}/teams/${first.id}`, patch);
  const since = async (updatedSince: string) =>
    (await readAll(client, `${workspace.path}/teams`, { updatedSince, limit: 1 })).map(({ id }) => id);
  expect(await since(json.data.updatedAt)).toEqual([first.id]);
  expect(await since(third.updatedAt)).toEqual([third.id, first.id]);
  expect(await since('1999-01-01')).toEqual([second.id, third.id, first.id]);
});

test('members of a team are found by updatedSince too', async () => {
  const own = await workspace.team();
  const before = await workspace.person('member', [own]);
  const after = await workspace.person('member', [own]);
  const { updatedAt } = (await workspace.operator.getMember(workspace.id, after.id))!;
  await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: own.id, principalId: admin.id });
  const found = await readAll(admin.client, `${workspace.path}/members`, {
    teamId: own.id,
    updatedSince: updatedAt,
  });
  expect(found.map(({ id }) => id)).toContain(after.id);
  expect(found.map(({ id }) => id)).not.toContain(before.id);
});

test('a time next to the cursor of changes is ignored, even if it is none, and refused without one', async () => {
  const get = (query: Record<string, string>) => admin.client.get(`${workspace.path}/changes`, query);
  const { resumeCursor: cursor } = (await get({ since: new Date().toISOString() })).json.meta;
  for (const since of ['garbage', '', '2000-01-01']) {
    expect((await get({ cursor, since })).status).toBe(200);
  }
  expectBadFields(await get({ since: 'garbage' }), ['query.since']);
  expectBadFields(await get({ cursor, since: 'garbage', teamId: 'garbage' }), ['query.teamId']);
});
