import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newFieldWorkspace } from './field-workspace.ts';

let made: Awaited<ReturnType<typeof newFieldWorkspace>>;

beforeAll(async () => {
  made = await newFieldWorkspace();
});

test('an unarchived field is available to stories again, and can be unarchived again', async () => {
  const { fields, mine, theirs, team } = made;
  const field = await fields.create({ teamId: team.id });
  await fields.archive(field.id);
  expectRefusal(await theirs.unarchive(field.id), 404, 'not_found');
  const { data } = (await mine.unarchive(field.id)).json;
  expect(data.archivedAt).toBeNull();
  expect((await mine.unarchive(field.id)).json.data).toEqual(data);
});
