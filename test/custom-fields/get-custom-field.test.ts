import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newFieldWorkspace } from './field-workspace.ts';

let made: Awaited<ReturnType<typeof newFieldWorkspace>>;

beforeAll(async () => {
  made = await newFieldWorkspace();
});

test('a field is shown to everyone who can see its team, also when it is archived', async () => {
  const { fields, mine, theirs, team } = made;
  const field = await fields.create({ teamId: team.id });
  expect(await mine.read(field.id)).toEqual(field);
  expectRefusal(await theirs.get(field.id), 404, 'not_found');
  const archived = (await fields.archive(field.id)).json.data;
  expect(await mine.read(field.id)).toEqual(archived);
});
