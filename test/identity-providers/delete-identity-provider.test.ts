import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newProviderWorkspace } from './provider-api.ts';

const { admin, member } = await newProviderWorkspace();

test('an admin ends the trust in a provider', async () => {
  await admin.put('main');
  expectRefusal(await member.delete('main'), 403, 'insufficient_role');
  expect((await admin.delete('main')).status).toBe(200);
  expectRefusal(await admin.get('main'), 404, 'not_found');
  expectRefusal(await admin.delete('main'), 404, 'not_found');
});
