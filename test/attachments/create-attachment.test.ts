import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey } from '../support/workspace.ts';
import { announced, attachmentApi, upload, type AttachmentApi } from './attachment-api.ts';
import { newAttachmentWorkspace } from './attachment-workspace.ts';

let world: Awaited<ReturnType<typeof newAttachmentWorkspace>>;

beforeAll(async () => {
  world = await newAttachmentWorkspace();
});

test('an announced file is pending, with a form that takes exactly the announced file', async () => {
  const { story, files, member, workspace } = world;
  const one = await story();
  const { status, json } = await files.send(one);
  expect(status).toBe(201);
  const { data, upload: form } = json;
  expect(data).toEqual({
    id: expect.any(String),
    storyId: one.id,
    commentId: null,
    ...announced,
    state: 'pending',
    createdBy: member.id,
    createdAt: data.createdAt,
    updatedAt: data.createdAt,
  });
  expect(form.fields.key).toBe(`uploads/${workspace.id}/${data.id}`);
  const policy = JSON.parse(Buffer.from(form.fields.Policy, 'base64').toString());
  expect(policy.conditions).toContainEqual({ key: form.fields.key });
  expect(policy.conditions).toContainEqual({ 'Content-Type': 'text/plain' });
  expect(policy.conditions).toContainEqual(['content-length-range', 5, 5]);
  expect(Date.parse(policy.expiration) - Date.parse(data.createdAt)).toBe(60 * 60 * 1_000);
  expect(await upload(form, 'hello')).toEqual({ status: 204, text: '' });
});

test('an announced file has a form that takes no larger, no smaller and no other file, nor another place', async () => {
  const { story, files, workspace } = world;
  const { form } = await files.create(await story());
  expect((await upload(form, 'hello!')).text).toContain('EntityTooLarge');
  expect((await upload(form, 'hell')).text).toContain('EntityTooSmall');
  const withField = (name: string, value: string) => ({ ...form, fields: { ...form.fields, [name]: value } });
  const elsewhere = form.fields['key']!.replace(workspace.id, newKey());
  for (const other of [
    withField('key', elsewhere),
    withField('Content-Type', 'text/html'),
    withField('acl', 'public-read'),
    withField('Policy', Buffer.from('{"conditions":[]}').toString('base64')),
  ])
    expect((await upload(other, 'hello')).status).toBe(403);
});

test.each([
  [{ name: '' }, 'name'],
  [{ name: '../etc/passwd' }, 'name'],
  [{ name: 'x'.repeat(256) }, 'name'],
  [{ contentType: 'text' }, 'contentType'],
  [{ contentType: 'text/plain; charset=utf-8' }, 'contentType'],
  [{ size: 0 }, 'size'],
  [{ size: 25 * 1_024 * 1_024 + 1 }, 'size'],
  [{ size: null }, 'size'],
])('a file cannot be announced with %j', async (fields, field) => {
  const { story, files } = world;
  const one = await story();
  expectBadFields(await files.send(one, { ...announced, ...fields }), [field]);
  expect(await files.list(one)).toEqual([]);
});

test('the response is the same attachment, without a form, when the request is repeated', async () => {
  const { story, files } = world;
  const one = await story();
  const headers = { 'idempotency-key': newKey() };
  const [first, again] = [
    await files.send(one, announced, headers),
    await files.send(one, announced, headers),
  ];
  expect(again.json.data).toEqual(first.json.data);
  expect(again.json).not.toHaveProperty('upload');
  expect(await files.list(one)).toEqual([first.json.data]);
});

test('those who cannot see a story neither see nor change its files, and guests only see them', async () => {
  const { story, files, workspace, team, member } = world;
  const one = await story();
  const file = await files.attach(one);
  const outsider = attachmentApi(workspace, (await workspace.person('member')).client);
  const guest = attachmentApi(workspace, (await workspace.person('guest', [team])).client);
  const readerClient = await workspace.clientFor(member.id, { scopes: ['stories:read'] });
  const reader = attachmentApi(workspace, readerClient);
  const readsOf = async (api: AttachmentApi) => [
    await api.sendList(one),
    await api.get(one, file),
    await api.download(one, file),
  ];
  const writesOf = async (api: AttachmentApi) => [
    await api.send(one),
    await api.complete(one, file),
    await api.delete(one, file),
  ];
  for (const answer of [...(await readsOf(outsider)), ...(await writesOf(outsider))])
    expectRefusal(answer, 404, 'not_found');
  for (const answer of await writesOf(guest)) expectRefusal(answer, 403, 'insufficient_role');
  for (const answer of await writesOf(reader)) expectRefusal(answer, 403, 'insufficient_scope');
  for (const api of [guest, reader]) for (const { status } of await readsOf(api)) expect(status).toBe(200);
});

test('an attachment is one of at most 100 of its story', async () => {
  const { story, files } = world;
  const one = await story();
  for (let count = 0; count < 100; count += 20)
    await Promise.all(Array.from({ length: 20 }, () => files.create(one)));
  const error = expectRefusal(await files.send(one), 409, 'quota_exceeded');
  expect(error).toMatchObject({ quota: 'attachments', limit: 100 });
});
