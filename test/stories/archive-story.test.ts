import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, member, api } = await newStoryWorkspace());
});

test('archiving sets archivedAt and moves the version, and changes nothing else', async () => {
  const story = await api.create({ teamId: team.id });
  const { status, json } = await api.archive(story.id);

  expect(status).toBe(200);
  const { archivedAt, updatedAt } = json.data;
  expect(json.data).toEqual({ ...story, archivedAt, updatedAt });
  expect(archivedAt).toBe(updatedAt);
  expect(updatedAt > story.updatedAt).toBe(true);
  expect(await api.read(story.id)).toEqual(json.data);
});

test('archiving again changes nothing', async () => {
  const { id } = await api.create({ teamId: team.id });
  const first = await api.archive(id);

  expect((await api.archive(id)).json).toEqual(first.json);
});

test('20 concurrent requests archive a story once', async () => {
  const { id } = await api.create({ teamId: team.id });
  const answers = await Promise.all(Array.from({ length: 20 }, () => api.archive(id)));

  const story = await api.read(id);
  for (const { status, json } of answers) expect([status, json.data]).toEqual([200, story]);
});

test('an archived story can be updated and stays archived', async () => {
  const { id } = await api.create({ teamId: team.id });
  const archived = (await api.archive(id)).json.data;
  const changed = await api.change(archived, { title: 'Still here' });

  expect(changed).toMatchObject({ title: 'Still here', archivedAt: archived.archivedAt });
});

test('the same key shows the story as it is now, also after it was unarchived', async () => {
  const { id } = await api.create({ teamId: team.id });
  const key = newKey();
  await api.archive(id, key);
  const unarchived = await api.unarchive(id);
  const replay = await api.archive(id, key);

  expect(replay.headers.get('idempotent-replayed')).toBe('true');
  expect(replay.json).toEqual(unarchived.json);
});

test('a guest and a service account archive nothing', async () => {
  const story = await api.create({ teamId: team.id });
  const as = ({ client }: { client: Client }) => storyApi(workspace, client).archive(story.id);
  expectRefusal(await as(await workspace.person('guest', [team])), 403, 'insufficient_role');
  expectRefusal(await as(await workspace.serviceAccount([team], ['teams:read'])), 403, 'insufficient_scope');
  expect(await api.read(story.id)).toEqual(story);
});

test('a story that is missing or in a team not joined is 404 and stays as it is', async () => {
  const story = await api.create({ teamId: team.id });
  const outsider = await workspace.person('admin', [await workspace.team()]);

  expectRefusal(await storyApi(workspace, outsider.client).archive(story.id), 404, 'not_found');
  expectRefusal(await api.archive(randomUUID()), 404, 'not_found');
  expect(await api.read(story.id)).toEqual(story);
});

test('a body with members, a bad id and a bad key are refused', async () => {
  const story = await api.create({ teamId: team.id });
  const path = `${workspace.path}/stories/${story.id}/archive`;

  expectBadFields(await member.client.post(path, { archived: false }), ['body']);
  for (const raw of ['[]', '[{}]', 'null', '0', '""', 'false']) {
    expectBadFields(await member.client.request('POST', path, { raw }), ['body']);
  }
  expectBadFields(await api.archive('x'), ['path.storyId']);
  expectRefusal(await api.archive(story.id, 'too short'), 400, 'invalid_idempotency_key');
  expect(await api.read(story.id)).toEqual(story);
});
