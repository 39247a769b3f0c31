import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { storyApi, type StoryApi } from '../stories/story-api.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newTriageWorkspace } from '../triage/triage-api.ts';
import { statusApi, type StatusApi } from './status-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StatusApi;
let stories: StoryApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  api = statusApi(workspace, member.client, team.id);
  stories = storyApi(workspace, member.client);
});

test('archiving sets archivedAt and takes the status out of lists; it can still be read', async () => {
  const made = await api.create();
  const { status, json } = await api.archive(made.id);
  const { updatedAt } = json.data;

  expect([status, json.data]).toEqual([200, { ...made, archivedAt: updatedAt, updatedAt }]);
  expect(await api.read(made.id)).toEqual(json.data);
  expect((await api.list()).map(({ id }) => id)).not.toContain(made.id);
  expect(await api.list('only')).toContainEqual(json.data);
});

test('no other story can get an archived status', async () => {
  const { id: statusId } = await api.create();
  const story = await stories.create({ teamId: team.id });
  await api.archive(statusId);

  const create = await stories.send({ title: 'New', teamId: team.id, statusId });
  expectBadFields(create, ['statusId'], 'invalid_reference');
  const update = await stories.update(story.id, { expectedUpdatedAt: story.updatedAt, statusId });
  expectBadFields(update, ['statusId'], 'invalid_reference');
  expect(await stories.read(story.id)).toEqual(story);
});

test('a status is not archived while a story has it, also an archived story', async () => {
  const status = await api.create();
  const story = await stories.create({ teamId: team.id, statusId: status.id });
  expectRefusal(await api.archive(status.id), 409, 'conflict');
  const stored = (await stories.archive(story.id)).json.data;
  expectRefusal(await api.archive(status.id), 409, 'conflict');
  expect(await api.read(status.id)).toEqual(status);

  const [other] = await api.list();
  await stories.change(stored, { statusId: other!.id });
  expect((await api.archive(status.id)).status).toBe(200);
});

test('a status is not archived while only a story in triage has it', async () => {
  const { workspace: own, team: queue, admin, triaged, triage, stories: there } = await newTriageWorkspace();
  const statuses = statusApi(own, admin.client, queue.id);
  const status = await statuses.create();
  const story = await triaged({ statusId: status.id });
  expectRefusal(await statuses.archive(status.id), 409, 'conflict');
  expect((await there.list({ statusId: status.id })).json.data).toEqual([]);
  const [other] = await statuses.list();
  await there.change(await triage.decide(story, 'accept'), { statusId: other!.id });
  expect((await statuses.archive(status.id)).status).toBe(200);
});

test('the default status cannot be archived', async () => {
  const status = (await api.list()).find(({ isDefault }) => isDefault)!;
  expectRefusal(await api.archive(status.id), 409, 'conflict');
  expect(await api.read(status.id)).toEqual(status);
});

test('a status that becomes the default at once is not archived, or not the default', async () => {
  for (let round = 0; round < 8; round++) {
    const status = await api.create();
    await Promise.all([api.archive(status.id), api.update(status, { isDefault: true })]);
    const { archivedAt, isDefault } = await api.read(status.id);
    expect(archivedAt !== null && isDefault).toBe(false);
    expect((await api.list()).filter((one) => one.isDefault)).toHaveLength(1);
  }
});

test('a story that comes at once has a status that can be read, and can be changed', async () => {
  for (let round = 0; round < 8; round++) {
    const { id: statusId } = await api.create();
    const [, made] = await Promise.all([
      api.archive(statusId),
      stories.send({ title: 'On its way', teamId: team.id, statusId }),
    ]);
    if (made.status === 400) expectBadFields(made, ['statusId'], 'invalid_reference');
    else {
      expect((await api.read(statusId)).id).toBe(statusId);
      const renamed = await stories.change(made.json.data, { title: 'Arrived', statusId });
      expect(renamed.title).toBe('Arrived');
    }
  }
});

test('a status is not archived while an objective has it', async () => {
  const admin = await workspace.person('admin', [team]);
  const statuses = statusApi(workspace, admin.client, null);
  const [status, other] = [await statuses.create(), await statuses.create()];
  const path = `${workspace.path}/objectives`;
  const body = { name: 'Reach it', teamId: team.id, statusId: status.id, private: true };
  const objective = (await admin.client.post(path, body)).json.data;
  expectRefusal(await statuses.archive(status.id), 409, 'conflict');
  expect(await statuses.read(status.id)).toEqual(status);

  const patch = { expectedUpdatedAt: objective.updatedAt, statusId: other.id };
  expect((await admin.client.patch(`${path}/${objective.id}`, patch)).status).toBe(200);
  expect((await statuses.archive(status.id)).status).toBe(200);
  expectBadFields(await admin.client.post(path, body), ['statusId'], 'invalid_reference');
});

test('archiving a status again changes nothing, and the same key is a replay', async () => {
  const { id } = await api.create();
  const headers = { 'idempotency-key': newKey() };
  const first = await api.archive(id, headers);
  expect((await api.archive(id)).json).toEqual(first.json);
  const back = await api.unarchive(id);
  const replay = await api.archive(id, headers);

  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json).toEqual(back.json);
});

test('the name of an archived status is free for another, which then keeps it from being unarchived', async () => {
  const { id, name } = await api.create();
  await api.archive(id);
  const other = await api.create({ name });
  expectRefusal(await api.unarchive(id), 409, 'conflict');
  expect((await api.read(id)).archivedAt).not.toBeNull();

  await api.archive(other.id);
  expect((await api.unarchive(id)).json.data).toMatchObject({ id, name, archivedAt: null });
});

test('statuses of objectives are archived by admins only', async () => {
  const admin = await workspace.person('admin');
  const objectives = statusApi(workspace, admin.client, null);
  const { id } = await objectives.create();
  expectRefusal(await api.archive(id), 403, 'insufficient_role');

  expect((await objectives.archive(id)).status).toBe(200);
  expect((await objectives.list('only')).map((status) => status.id)).toContain(id);
  const fallback = (await objectives.list()).find(({ isDefault }) => isDefault)!;
  expectRefusal(await objectives.archive(fallback.id), 409, 'conflict');
});

test('a guest, a service account and an outsider change nothing', async () => {
  const status = await api.create();
  const as = ({ client }: Person) => statusApi(workspace, client, team.id).archive(status.id);
  expectRefusal(await as(await workspace.person('guest', [team])), 403, 'insufficient_role');
  expectRefusal(await as(await workspace.serviceAccount([team], ['teams:read'])), 403, 'insufficient_scope');
  expectRefusal(await as(await workspace.person('admin')), 404, 'not_found');
  expect(await api.read(status.id)).toEqual(status);
});
