import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import { type TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, storyApi, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, api } = await newStoryWorkspace());
});

async function archivedStory() {
  const { id } = await api.create({ teamId: team.id });
  return (await api.archive(id)).json.data;
}

test('unarchiving clears archivedAt and moves the version, and changes nothing else', async () => {
  const archived = await archivedStory();
  const { status, json } = await api.unarchive(archived.id);

  expect(status).toBe(200);
  expect(json.data).toEqual({ ...archived, archivedAt: null, updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > archived.updatedAt).toBe(true);
  expect(await api.read(archived.id)).toEqual(json.data);
});

test('unarchiving brings the story back into lists', async () => {
  const { id } = await archivedStory();
  const listed = async (archived: 'exclude' | 'only') =>
    (await api.list({ teamId: team.id, archived })).json.data.some(
      (story: { id: string }) => story.id === id,
    );
  expect([await listed('exclude'), await listed('only')]).toEqual([false, true]);

  await api.unarchive(id);
  expect([await listed('exclude'), await listed('only')]).toEqual([true, false]);
});

test('a story that is not archived stays as it is', async () => {
  const story = await api.create({ teamId: team.id });

  expect((await api.unarchive(story.id)).json.data).toEqual(story);
});

test('a guest, a service account and an outsider change nothing', async () => {
  const archived = await archivedStory();
  const guest = await workspace.person('guest', [team]);
  const account = await workspace.serviceAccount([team], ['teams:read']);
  const outsider = await workspace.person('admin');
  const as = ({ client }: { client: Client }) => storyApi(workspace, client).unarchive(archived.id);
  expectRefusal(await as(guest), 403, 'insufficient_role');
  expectRefusal(await as(account), 403, 'insufficient_scope');
  expectRefusal(await storyApi(workspace, outsider.client).unarchive(archived.id), 404, 'not_found');
  expectRefusal(await api.unarchive(randomUUID()), 404, 'not_found');

  expect(await api.read(archived.id)).toEqual(archived);
});
