import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newProviderWorkspace } from './provider-api.ts';

const { admin, member } = await newProviderWorkspace();

test('the list has every provider of the workspace, for admins', async () => {
  const [one, two] = [(await admin.put('one')).json.data, (await admin.put('two')).json.data];
  const { json } = await admin.list();
  expect(json.data).toHaveLength(2);
  expect(json.data).toEqual(expect.arrayContaining([one, two]));
  expectRefusal(await member.list(), 403, 'insufficient_role');
});
