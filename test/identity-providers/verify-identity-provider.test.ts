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

test('is a conflict while the records are not there, and for admins only', async () => {
  await put('main');
  expectRefusal(await admin.client.post(`${at('main')}/verify`), 409, 'conflict');
  expect((await admin.client.get(at('main'))).json.data.verifiedAt).toBeNull();
  expectRefusal(await member.client.post(`${at('main')}/verify`), 403, 'insufficient_role');
  expectRefusal(await admin.client.post(`${at('none')}/verify`), 404, 'not_found');
});
