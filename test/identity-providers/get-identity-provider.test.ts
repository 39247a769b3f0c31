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

test('shows a provider to admins, and to nobody else', async () => {
  const made = (await put('main')).json.data;
  expect((await admin.client.get(at('main'))).json.data).toEqual(made);
  expectRefusal(await member.client.get(at('main')), 403, 'insufficient_role');
  expectRefusal(await admin.client.get(at('none')), 404, 'not_found');
});
