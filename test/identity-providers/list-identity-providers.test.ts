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

test('has every provider of the workspace, for admins', async () => {
  const [one, two] = [(await put('one')).json.data, (await put('two')).json.data];
  const path = `${workspace.path}/identity-providers`;
  const { json } = await admin.client.get(path);
  expect(json.data).toHaveLength(2);
  expect(json.data).toEqual(expect.arrayContaining([one, two]));
  expectRefusal(await member.client.get(path), 403, 'insufficient_role');
});
