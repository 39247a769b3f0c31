import { expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newProviderWorkspace, providerFields } from './provider-api.ts';

const { admin, member } = await newProviderWorkspace();

test('a PUT creates a provider that is not verified, and replaces it under its id', async () => {
  const { status, json } = await admin.put('main');
  expect(status).toBe(200);
  expect(json.data).toMatchObject({ id: 'main', ...providerFields, verifiedAt: null });
  expect(json.data.verification).toEqual([
    { name: '_plotline.example.com', value: expect.stringMatching(/^plotline-verification=./) },
  ]);
  const replaced = await admin.put('main', { emailDomains: ['example.org'] });
  expect(replaced.json.data).toMatchObject({ id: 'main', emailDomains: ['example.org'] });
});

test('a PUT is for admins, with a valid id, issuer and domains', async () => {
  expectRefusal(await member.put('other'), 403, 'insufficient_role');
  expectBadFields(await admin.put('other', { emailDomains: ['not a domain'] }), ['emailDomains.0']);
  expectBadFields(await admin.put('other', { emailDomains: 'example.com' }), ['emailDomains']);
});
