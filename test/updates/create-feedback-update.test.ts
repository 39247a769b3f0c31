import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let member: Person;
let feedback: Feedback;
let portal: Portal;

beforeAll(async () => {
  workspace = await newWorkspace();
  feedback = feedbackApi(workspace, (await workspace.person('admin')).client);
  portal = await feedback.portal();
  member = await workspace.person('member');
});

const send = (body: object, headers: Record<string, string> = {}, { client } = member) =>
  client.post(`${feedback.pathOf(portal)}/updates`, body, headers);

test('a title is enough for a draft', async () => {
  const { status, json } = await send({ title: 'Version 2 is out' });
  expect([status, json.data]).toEqual([
    201,
    {
      id: expect.any(String),
      portalId: portal.id,
      slug: 'version-2-is-out',
      formerSlugs: [],
      title: 'Version 2 is out',
      summary: null,
      body: null,
      coverImageId: null,
      linkedItemIds: [],
      publishedAt: null,
      scheduledFor: null,
      createdAt: json.data.updatedAt,
      updatedAt: expect.any(String),
    },
  ]);
});

test('a draft is stored as it is received, also with a body of 32 KiB', async () => {
  const [item, image] = [await feedback.item(portal), await feedback.image(portal)];
  const body = {
    title: 'All of it',
    slug: randomUUID(),
    summary: 'In short',
    body: 'x'.repeat(32 * 1024),
    coverImageId: image.id,
    linkedItemIds: [item.id],
  };
  const made = (await send(body)).json.data;
  expect(made).toMatchObject(body);
  const read = await member.client.get(`${feedback.pathOf(portal)}/updates/${made.id}`);
  expect(read.json.data).toEqual(made);
});

test('covers and items of another portal are refused', async () => {
  const other = await feedback.portal();
  const [item, image] = [await feedback.item(other), await feedback.image(other)];
  const foreign = { title: 'x', coverImageId: image.id, linkedItemIds: [item.id] };
  expectBadFields(await send(foreign), ['coverImageId', 'linkedItemIds.0'], 'invalid_reference');
});

test('a slug is taken once, and is free in another portal', async () => {
  const slug = randomUUID();
  expect((await send({ title: 'x', slug })).status).toBe(201);
  expectRefusal(await send({ title: 'x', slug }), 409, 'conflict');
  const other = await feedback.portal();
  expect((await feedback.update(other, { slug })).slug).toBe(slug);
});

test('the same key creates one update, and guests create none', async () => {
  const headers = { 'idempotency-key': newKey() };
  const [first, again] = [await send({ title: 'Once' }, headers), await send({ title: 'Once' }, headers)];
  expect([again.status, again.json]).toEqual([201, first.json]);
  expectRefusal(await send({ title: 'x' }, {}, await workspace.person('guest')), 403, 'insufficient_role');
});

test.each<[object, string]>([
  [{}, 'title'],
  [{ title: '\u200b\u3164' }, 'title'],
  [{ title: 'x', body: 'x'.repeat(32 * 1024 + 1) }, 'body'],
  [{ title: 'x', publishedAt: '2026-01-01T00:00:00Z' }, 'publishedAt'],
  [{ title: 'x', coverImageUrl: 'https://example.com/x.png' }, 'coverImageUrl'],
  [{ title: 'x', linkedItemIds: Array.from({ length: 11 }, () => randomUUID()) }, 'linkedItemIds'],
])('an update with %j is refused', async (body, path) => {
  expectBadFields(await send(body), [path]);
});
