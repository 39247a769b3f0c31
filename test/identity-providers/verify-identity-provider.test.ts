import { expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { newProviderWorkspace } from './provider-api.ts';

const { admin, member } = await newProviderWorkspace();

test('verification is a conflict while the records are missing, and for admins only', async () => {
  await admin.put('main');
  expectRefusal(await admin.verify('main'), 409, 'conflict');
  expect((await admin.get('main')).json.data.verifiedAt).toBeNull();
  expectRefusal(await member.verify('main'), 403, 'insufficient_role');
  expectRefusal(await admin.verify('none'), 404, 'not_found');
});
