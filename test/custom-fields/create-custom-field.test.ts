import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { createStoryAs, newKey, newWorkspace } from '../support/workspace.ts';
import { fieldApi } from './field-api.ts';
import { newFieldWorkspace } from './field-workspace.ts';

let made: Awaited<ReturnType<typeof newFieldWorkspace>>;

beforeAll(async () => {
  made = await newFieldWorkspace();
});

test('a new field has what it was created with, and can be read', async () => {
  const { fields } = made;
  const given = {
    key: 'severity',
    name: 'Severity',
    type: 'select',
    options: ['Low', 'High'],
    default: 'Low',
    description: 'How much it hurts.',
  };
  const { status, json } = await fields.send(given);
  expect(status).toBe(201);
  expect(json.data).toMatchObject({ ...given, teamId: null, required: false, archivedAt: null });
  expect(await fields.read(json.data.id)).toEqual(json.data);
});

test('a field without a key gets one from its name', async () => {
  const { fields } = made;
  expect((await fields.send({ name: 'Found in (build)', type: 'text' })).json.data.key).toBe(
    'found_in_build',
  );
  expectBadFields(await fields.send({ name: '深刻', type: 'text' }), ['key']);
});

test('the key of a field is used once in a workspace, also by archived fields and fields of other teams', async () => {
  const { fields, theirs, other } = made;
  const taken = await fields.create();
  const again = { key: taken.key, name: 'Again', type: 'number' };
  expectRefusal(await fields.send(again), 409, 'conflict');
  expect((await fields.archive(taken.id)).status).toBe(200);
  expectRefusal(await fields.send(again), 409, 'conflict');
  const secret = await theirs.create({ teamId: other.id, name: 'Secret plan' });
  const answer = await fields.send({ ...again, key: secret.key });
  expectRefusal(answer, 409, 'conflict');
  expect(answer.text).not.toContain('Secret plan');
});

test.each(['Größe x', 'größe x', 'GRÖSSE X', 'Gro\u0308ße  x', 'Größe\u200b x', ' Größe\u00a0x '])(
  'a name is that of one field, however it is written: %j',
  async (name) => {
    const { fields, team } = made;
    const first = await fields.create({ name: 'Größe x' });
    expectRefusal(
      await fields.send({ name, key: `k${newKey().slice(0, 8)}`, type: 'text' }),
      409,
      'conflict',
    );
    const other = await fields.create();
    expectRefusal(await fields.update(other, { name }), 409, 'conflict');
    const ofTeam = await fields.create({ name, teamId: team.id });
    await fields.archive(ofTeam.id);
    const { data: own } = (await fields.update(first, { name: 'GRÖßE X' })).json;
    expect(own.name).toBe('GRÖßE X');
    await fields.archive(first.id);
    const second = await fields.create({ name });
    expectRefusal(await fields.unarchive(first.id), 409, 'conflict');
    await fields.archive(second.id);
    expect((await fields.unarchive(first.id)).status).toBe(200);
    await fields.archive(first.id);
  },
);

test('a field is refused with options, a default or a key that do not fit', async () => {
  const { fields, workspace } = made;
  const send = (body: object) => fields.send({ name: 'A field', key: 'odd', ...body });
  expectBadFields(await send({ type: 'select' }), ['options']);
  expectBadFields(await send({ type: 'text', options: ['A'] }), ['options']);
  expectBadFields(await send({ type: 'select', options: ['A', 'a'] }), ['options']);
  expectBadFields(await send({ type: 'select', options: ['A'], default: 'B' }), ['default']);
  expectBadFields(await send({ type: 'number', default: 'many' }), ['default']);
  expectBadFields(await send({ type: 'user', default: workspace.id }), ['default']);
  expectBadFields(await send({ type: 'text', key: 'Über' }), ['key']);
  expectBadFields(await send({ type: 'money' }), ['type']);
});

test('defaults that a new story could not have together are refused, also when a field comes back', async () => {
  const workspace = await newWorkspace();
  const team = await workspace.team();
  const { client } = await workspace.person('admin', [team]);
  const fields = fieldApi(workspace, client);
  const long = { type: 'text', default: 'あ'.repeat(2_000) };
  const first = (await fields.send({ name: 'First', ...long })).json.data;
  const ofTeam = { name: 'Second', teamId: team.id, ...long };
  expectBadFields(await fields.send(ofTeam), ['default']);
  const second = (await fields.send({ ...ofTeam, default: 'short' })).json.data;
  expectBadFields(await fields.update(second, { default: long.default }), ['default']);
  await createStoryAs(client, workspace, { teamId: team.id });

  await fields.archive(first.id);
  const { json } = await fields.update(second, { default: long.default });
  expectRefusal(await fields.unarchive(first.id), 409, 'conflict');
  expectBadFields(await fields.send({ name: 'Third', ...long }), ['default']);
  const story = await createStoryAs(client, workspace, { teamId: team.id });
  expect(story.customFields).toEqual({ [json.data.key]: long.default });
});

test('members create fields in their teams, and admins in the workspace', async () => {
  const { mine, team, other } = made;
  expect((await mine.create({ teamId: team.id })).teamId).toBe(team.id);
  expectRefusal(await mine.send({ name: 'A field', type: 'text' }), 403, 'insufficient_role');
  const elsewhere = { name: 'A field', type: 'text', teamId: other.id };
  expectRefusal(await mine.send(elsewhere), 400, 'invalid_reference');
});

test('a workspace has at most fifty custom fields that are not archived', async () => {
  const place = await newWorkspace();
  const owner = await place.person('admin', [await place.team()]);
  const api = fieldApi(place, owner.client);
  const made = await Promise.all(Array.from({ length: 50 }, () => api.create()));
  expectRefusal(await api.send({ name: 'One more', type: 'text' }), 409, 'quota_exceeded');
  await api.archive(made[0]!.id);
  await api.create();
  expectRefusal(await api.unarchive(made[0]!.id), 409, 'quota_exceeded');
});
