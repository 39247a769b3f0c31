import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newFieldWorkspace } from './field-workspace.ts';

let made: Awaited<ReturnType<typeof newFieldWorkspace>>;

beforeAll(async () => {
  made = await newFieldWorkspace();
});

test('an archived field keeps its values and its key, and can be archived again', async () => {
  const { fields } = made;
  const field = await fields.create();
  const archived = (await fields.archive(field.id)).json.data;
  expect(archived).toEqual({ ...field, archivedAt: archived.updatedAt, updatedAt: archived.updatedAt });
  expect((await fields.archive(field.id)).json.data).toEqual(archived);
  expectRefusal(await fields.send({ key: field.key, name: 'Again', type: 'text' }), 409, 'conflict');
});

test('members archive fields of their teams, and admins those of the workspace', async () => {
  const { fields, mine, theirs, team } = made;
  const field = await fields.create({ teamId: team.id });
  expectRefusal(await theirs.archive(field.id), 404, 'not_found');
  expect((await mine.archive(field.id)).status).toBe(200);
  expectRefusal(await mine.archive((await fields.create()).id), 403, 'insufficient_role');
});
