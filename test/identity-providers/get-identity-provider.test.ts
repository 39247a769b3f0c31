import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newProviderWorkspace } from './provider-api.ts';

const { admin, member } = await newProviderWorkspace();

test('a provider is shown to admins, and to no one else', async () => {
  const made = (await admin.put('main')).json.data;
  expect((await admin.get('main')).json.data).toEqual(made);
  expectRefusal(await member.get('main'), 403, 'insufficient_role');
  expectRefusal(await admin.get('none'), 404, 'not_found');
});
