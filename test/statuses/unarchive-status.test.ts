import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { expectRefusal } from '../support/answers.ts';
import { statusApi, type StatusApi } from './status-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StatusApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
  api = statusApi(workspace, member.client, team.id);
});

async function archivedStatus() {
  const { id } = await api.create();
  return (await api.archive(id)).json.data;
}

test('unarchiving brings a status back into lists, and stories can have it', async () => {
  const archived = await archivedStatus();
  const { status, json } = await api.unarchive(archived.id);

  expect(status).toBe(200);
  expect(json.data).toEqual({ ...archived, archivedAt: null, updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > archived.updatedAt).toBe(true);
  expect(await api.list()).toContainEqual(json.data);
  const statusId = archived.id;
  const story = await createStoryAs(member.client, workspace, { teamId: team.id, statusId });
  expect(story.statusId).toBe(statusId);
});

test('a status that is not archived stays as it is', async () => {
  const status = await api.create();
  expect((await api.unarchive(status.id)).json.data).toEqual(status);
});

test('a guest and an outsider change nothing, and a member changes nothing of objectives', async () => {
  const archived = await archivedStatus();
  const as = ({ client }: Person) => statusApi(workspace, client, team.id).unarchive(archived.id);
  expectRefusal(await as(await workspace.person('guest', [team])), 403, 'insufficient_role');
  expectRefusal(await as(await workspace.person('admin')), 404, 'not_found');
  expect(await api.read(archived.id)).toEqual(archived);

  const [ofObjectives] = await statusApi(workspace, member.client, null).list();
  expectRefusal(await api.unarchive(ofObjectives!.id), 403, 'insufficient_role');
});
