import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newFieldWorkspace } from './field-workspace.ts';

let made: Awaited<ReturnType<typeof newFieldWorkspace>>;

beforeAll(async () => {
  made = await newFieldWorkspace();
});

test('an update changes all but key, type and team', async () => {
  const { fields } = made;
  const field = await fields.create({ type: 'select', options: ['A'], default: 'A' });
  const { status, json } = await fields.update(field, {
    name: 'Renamed',
    options: ['B', 'A'],
    required: true,
    clearFields: ['default'],
  });
  expect(status).toBe(200);
  expect(json.data).toMatchObject({ name: 'Renamed', options: ['B', 'A'], required: true, default: null });
  expectRefusal(await fields.update(field, { name: 'Late' }), 409, 'version_conflict');
  expectBadFields(await fields.update(json.data, { key: 'another' }), ['key']);
  expectBadFields(await fields.update(json.data, { options: [] }), ['options']);
});

test('members update fields of their teams, and admins those of the workspace', async () => {
  const { fields, mine, theirs, team } = made;
  const field = await mine.create({ teamId: team.id });
  expect((await mine.update(field, { name: 'Mine' })).status).toBe(200);
  expectRefusal(await theirs.update(field, { name: 'Theirs' }), 404, 'not_found');
  expectRefusal(await mine.update(await fields.create(), { name: 'Mine' }), 403, 'insufficient_role');
});
