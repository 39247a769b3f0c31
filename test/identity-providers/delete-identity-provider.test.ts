import { beforeAll, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
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

test('ends the trust in a provider, by an admin', async () => {
  await put('main');
  expectRefusal(await member.client.delete(at('main')), 403, 'insufficient_role');
  expect((await admin.client.delete(at('main'))).status).toBe(200);
  expectRefusal(await admin.client.get(at('main')), 404, 'not_found');
  expectRefusal(await admin.client.delete(at('main')), 404, 'not_found');
});
