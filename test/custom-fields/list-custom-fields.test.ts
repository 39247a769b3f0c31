import { beforeAll, expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { newFieldWorkspace } from './field-workspace.ts';

let made: Awaited<ReturnType<typeof newFieldWorkspace>>;

beforeAll(async () => {
  made = await newFieldWorkspace();
});

test("the list has the fields of the workspace and of the caller's teams", async () => {
  const { fields, theirs, team } = made;
  const [shared, own] = [await fields.create(), await fields.create({ teamId: team.id })];
  await until(async () => {
    const { text } = await fields.list({ teamId: team.id });
    return text.includes(shared.id) && text.includes(own.id);
  });
  await until(async () => (await theirs.list()).text.includes(shared.id));
  expect((await theirs.list()).text).not.toContain(own.id);
});

test('the list has archived fields only on request', async () => {
  const { fields } = made;
  const field = await fields.create();
  await fields.archive(field.id);
  await until(async () => (await fields.list({ archived: 'only' })).text.includes(field.id));
  await until(async () => !(await fields.list()).text.includes(field.id));
  expect((await fields.list({ archived: 'include' })).text).toContain(field.id);
});
