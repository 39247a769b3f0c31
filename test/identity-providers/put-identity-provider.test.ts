import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  member = await workspace.person('member');
});

const body = {
  issuer: 'https://login.example.com',
  audience: 'https://plotline.example.com',
  emailDomains: ['example.com'],
};
const at = (id: string) => `${workspace.path}/identity-providers/${id}`;
const put = (id: string, fields: object = {}, { client } = admin) =>
  client.request('PUT', at(id), { body: { ...body, ...fields } });

test('creates a provider that is not verified, and replaces it under its id', async () => {
  const { status, json } = await put('main');
  expect(status).toBe(200);
  expect(json.data).toMatchObject({ id: 'main', ...body, verifiedAt: null });
  expect(json.data.verification).toEqual([
    { name: '_plotline.example.com', value: expect.stringMatching(/^plotline-verification=./) },
  ]);
  const replaced = await put('main', { emailDomains: ['example.org'] });
  expect(replaced.json.data).toMatchObject({ id: 'main', emailDomains: ['example.org'] });
});

test('is for admins, with an id, an issuer and domains that can be', async () => {
  expectRefusal(await put('other', {}, member), 403, 'insufficient_role');
  expectBadFields(await put('other', { emailDomains: ['not a domain'] }), ['emailDomains.0']);
  expectBadFields(await put('other', { emailDomains: 'example.com' }), ['emailDomains']);
});
