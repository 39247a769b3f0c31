import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { createStoryAs, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { expectRefusal, readAll } from '../support/answers.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
});

const post = (id: string, what: string, { client } = member) =>
  client.post(`${workspace.path}/labels/${id}/${what}`);

async function archivedLabel(teamId: string | null = null) {
  const name = randomUUID();
  const fields = { workspaceId: workspace.id, teamId, name, color: '#123456' };
  const { id } = await workspace.operator.createLabel(fields);
  return (await post(id, 'archive')).json.data;
}

test('unarchiving clears archivedAt, moves the version, and lets stories carry the label again', async () => {
  const archived = await archivedLabel();
  const { status, json } = await post(archived.id, 'unarchive');

  expect(status).toBe(200);
  expect(json.data).toEqual({ ...archived, archivedAt: null, updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > archived.updatedAt).toBe(true);
  expect(await readAll(member.client, `${workspace.path}/labels`)).toContainEqual(json.data);
  expect(await readAll(member.client, `${workspace.path}/labels`, { archived: 'only' })).toEqual([]);
  const story = await createStoryAs(member.client, workspace, { teamId: team.id, labels: [archived.id] });
  expect(story.labels).toEqual([archived.id]);
});

test('unarchiving is refused while another label has the name, until the label has a new one', async () => {
  const { id, name } = await archivedLabel();
  const path = `${workspace.path}/labels`;
  await member.client.post(path, { name: name.toUpperCase() });
  expectRefusal(await post(id, 'unarchive'), 409, 'conflict');
  const archived = (await member.client.get(`${path}/${id}`)).json.data;
  expect(archived.archivedAt).not.toBeNull();

  const patch = { expectedUpdatedAt: archived.updatedAt, name: randomUUID() };
  await member.client.patch(`${path}/${id}`, patch);
  expect((await post(id, 'unarchive')).json.data).toMatchObject({ name: patch.name, archivedAt: null });
  expectRefusal(await member.client.post(path, { name: patch.name }), 409, 'conflict');
});

test('a label that is not archived stays as it is', async () => {
  const { id } = await archivedLabel();
  const first = await post(id, 'unarchive');
  expect((await post(id, 'unarchive')).json).toEqual(first.json);
});

test('a guest and an outsider change nothing', async () => {
  const label = await archivedLabel(team.id);
  const guest = await workspace.person('guest', [team]);
  const outsider = await workspace.person('admin');
  expectRefusal(await post(label.id, 'unarchive', guest), 403, 'insufficient_role');
  expectRefusal(await post(label.id, 'unarchive', outsider), 404, 'not_found');
  expectRefusal(await post(randomUUID(), 'unarchive'), 404, 'not_found');
  const path = `${workspace.path}/labels/${label.id}`;
  expect((await member.client.get(path)).json.data).toEqual(label);
});
