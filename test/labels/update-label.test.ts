import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Label } from '../../shared/planning/labels/label.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
});

const newLabel = (name: string = randomUUID(), teamId: string | null = null) =>
  workspace.operator.createLabel({ workspaceId: workspace.id, teamId, name, color: '#123456' });
const read = async (id: string): Promise<Label> =>
  (await member.client.get(`${workspace.path}/labels/${id}`)).json.data;
const update = ({ id, updatedAt }: Label, fields: object, headers = {}, { client } = member) =>
  client.patch(`${workspace.path}/labels/${id}`, { expectedUpdatedAt: updatedAt, ...fields }, headers);

test('an update renames and recolors a label, and moves the version', async () => {
  const label = await newLabel();
  const name = randomUUID();
  const { status, json } = await update(label, { name, color: '#abcdef' });

  expect(status).toBe(200);
  expect(json.data).toEqual({ ...label, name, color: '#abcdef', updatedAt: json.data.updatedAt });
  expect(json.data.updatedAt > label.updatedAt).toBe(true);
  expect(await read(label.id)).toEqual(json.data);
});

test('a name that another label in the same place has, in any case, is a conflict', async () => {
  const other = await newLabel(`Taken ${randomUUID()}`);
  const label = await newLabel();
  expectRefusal(await update(label, { name: other.name.toUpperCase() }), 409, 'conflict');
  expect(await read(label.id)).toEqual(label);

  const ofTeam = await newLabel(randomUUID(), team.id);
  expect((await update(ofTeam, { name: other.name })).status).toBe(200);
});

test('a label may take its own name in another case, and its former name is free', async () => {
  const former = `Former ${randomUUID()}`;
  const label = await newLabel(former);
  const upper = (await update(label, { name: former.toUpperCase() })).json.data;
  expect(upper.name).toBe(former.toUpperCase());
  await update(upper, { name: randomUUID() });

  expect((await newLabel(former)).name).toBe(former);
});

test('exactly one of several labels that take one name at once gets it', async () => {
  const labels = await Promise.all(Array.from({ length: 8 }, () => newLabel()));
  const name = randomUUID();
  const answers = await Promise.all(labels.map((label) => update(label, { name })));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(7).fill(409)]);
  const named = await Promise.all(labels.map(({ id }) => read(id)));
  expect(named.filter((label) => label.name === name)).toHaveLength(1);
});

test.each([
  [{}, ['body']],
  [{ name: ' ' }, ['name']],
  [{ color: 'red' }, ['color']],
  [{ name: null }, ['name']],
  [{ teamId: randomUUID() }, ['teamId']],
])('an update with %j is refused', async (fields, paths) => {
  const label = await newLabel();
  expectBadFields(await update(label, fields), paths);
  expect(await read(label.id)).toEqual(label);
});

test('a guest and an outsider change nothing', async () => {
  const label = await newLabel(randomUUID(), team.id);
  const guest = await workspace.person('guest', [team]);
  const outsider = await workspace.person('admin');
  expectRefusal(await update(label, { name: 'x' }, {}, guest), 403, 'insufficient_role');
  expectRefusal(await update(label, { name: 'x' }, {}, outsider), 404, 'not_found');
  expect(await read(label.id)).toEqual(label);
});
