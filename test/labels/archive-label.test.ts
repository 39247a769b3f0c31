import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Label } from '../../shared/planning/labels/label.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal, readAll } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let stories: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  stories = storyApi(workspace, member.client);
});

const newLabel = (teamId: string | null = null) =>
  workspace.operator.createLabel({
    workspaceId: workspace.id,
    teamId,
    name: randomUUID(),
    color: '#123456',
  });
const read = async (id: string): Promise<Label> =>
  (await member.client.get(`${workspace.path}/labels/${id}`)).json.data;
const archive = (id: string, headers = {}, { client } = member) =>
  client.post(`${workspace.path}/labels/${id}/archive`, undefined, headers);
const listed = async (archived?: string): Promise<string[]> =>
  (await readAll(member.client, `${workspace.path}/labels`, { archived, limit: 100 })).map(({ id }) => id);

test('archiving sets archivedAt, moves the version, and takes the label out of lists', async () => {
  for (const label of [await newLabel(), await newLabel(team.id)]) {
    const { status, json } = await archive(label.id);
    const { updatedAt } = json.data;
    expect([status, json.data]).toEqual([200, { ...label, archivedAt: updatedAt, updatedAt }]);
    expect(await read(label.id)).toEqual(json.data);
    expect(await listed()).not.toContain(label.id);
    expect(await listed('only')).toContain(label.id);
    expect(await listed('include')).toContain(label.id);
  }
});

test('archiving again, or 8 times at once, changes nothing', async () => {
  const label = await newLabel();
  const answers = await Promise.all(Array.from({ length: 8 }, () => archive(label.id)));
  const archived = await read(label.id);
  for (const { status, json } of answers) expect([status, json.data]).toEqual([200, archived]);
  expect((await archive(label.id)).json.data).toEqual(archived);
});

test('stories keep an archived label, and can be changed with it; no other story gets it', async () => {
  const [label, other] = [await newLabel(), await newLabel()];
  const carrier = await stories.create({ teamId: team.id, labels: [label.id] });
  const bare = await stories.create({ teamId: team.id });
  await archive(label.id);

  const changed = await stories.change(carrier, { labels: [label.id, other.id] });
  expect(changed.labels).toEqual([label.id, other.id]);
  for (const id of changed.labels) expect((await read(id)).id).toBe(id);
  const create = await stories.send({ title: 'New', teamId: team.id, labels: [label.id] });
  expectBadFields(create, ['labels.0'], 'invalid_reference');
  const update = await stories.update(bare.id, {
    expectedUpdatedAt: bare.updatedAt,
    labels: [other.id, label.id],
  });
  expectBadFields(update, ['labels.1'], 'invalid_reference');
  expect(await stories.read(bare.id)).toEqual(bare);

  const without = await stories.change(changed, { labels: [other.id] });
  const again = await stories.update(without.id, {
    expectedUpdatedAt: without.updatedAt,
    labels: [label.id],
  });
  expectBadFields(again, ['labels.0'], 'invalid_reference');
});

test('the name of an archived label is free for another', async () => {
  const { id, name } = await newLabel();
  const archived = (await archive(id)).json.data;
  const again = await member.client.post(`${workspace.path}/labels`, { name });
  expect(again.status).toBe(201);

  const patch = { expectedUpdatedAt: archived.updatedAt, color: '#abcdef' };
  const changed = await member.client.patch(`${workspace.path}/labels/${id}`, patch);
  expect(changed.json.data).toMatchObject({ name, color: '#abcdef', archivedAt: archived.archivedAt });
  expect((await member.client.post(`${workspace.path}/labels`, { name })).status).toBe(409);
});

test('an update and an archive at once both count', async () => {
  for (let round = 0; round < 5; round++) {
    const { id, updatedAt } = await newLabel();
    const [updated, archived] = await Promise.all([
      member.client.patch(`${workspace.path}/labels/${id}`, {
        expectedUpdatedAt: updatedAt,
        color: '#abcdef',
      }),
      archive(id),
    ]);
    const label = await read(id);
    expect(archived.status).toBe(200);
    expect(label.archivedAt).not.toBeNull();
    expect(label.color).toBe(updated.status === 200 ? '#abcdef' : '#123456');
  }
});

test('a guest, a service account and an outsider change nothing', async () => {
  const label = await newLabel(team.id);
  const guest = await workspace.person('guest', [team]);
  const account = await workspace.serviceAccount([team], ['teams:read']);
  expectRefusal(await archive(label.id, {}, guest), 403, 'insufficient_role');
  expectRefusal(await archive(label.id, {}, account), 403, 'insufficient_scope');
  expectRefusal(await archive(label.id, {}, await workspace.person('admin')), 404, 'not_found');
  expect(await read(label.id)).toEqual(label);
});
