import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/portals/portal.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { feedbackOf, PNG } from '../support/feedback.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let member: Person;
let portal: Portal;
let path: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  const feedback = feedbackOf(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal();
  member = await workspace.person('member');
  path = `${feedback.pathOf(portal)}/images`;
});

const beginnings: [string, string][] = [
  ['image/png', PNG],
  ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex').toString('base64')],
  ['image/webp', Buffer.from('RIFF\x10\x00\x00\x00WEBPVP8 ', 'latin1').toString('base64')],
];

test.each(beginnings)('keeps a file that begins as %s does', async (type, data) => {
  const { status, json } = await member.client.post(path, { data });
  expect([status, json.data]).toEqual([
    201,
    { id: expect.any(String), portalId: portal.id, type, inUse: false, createdAt: expect.any(String) },
  ]);
});

test.each([
  ['text', Buffer.from('hello').toString('base64')],
  [
    'SVG, which can hold scripts',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64'),
  ],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>').toString('base64')],
  ['nothing', ''],
  ['no base64', '%%%'],
  ['too much', Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(45 * 1024)]).toString('base64')],
])('refuses %s', async (_, data) => {
  expectBadFields(await member.client.post(path, { data }), ['data']);
});

test('the same key keeps one', async () => {
  const headers = { 'idempotency-key': newKey() };
  const [first, again] = [
    await member.client.post(path, { data: PNG }, headers),
    await member.client.post(path, { data: PNG }, headers),
  ];
  expect([again.status, again.json]).toEqual([201, first.json]);
  const guest = await workspace.person('guest');
  expectRefusal(await guest.client.post(path, { data: PNG }), 403, 'insufficient_role');
});
