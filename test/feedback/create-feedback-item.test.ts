import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Portal } from '../../shared/feedback/portal/portal.ts';
import { expectBadFields, expectRefusal, expectSameRefusal } from '../support/answers.ts';
import { newAccount } from '../support/browser.ts';
import { publicJson } from './feedback-place.ts';
import { feedbackApi, type Feedback } from '../support/feedback.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';

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
  client.post(`${feedback.pathOf(portal)}/items`, { boardId: portal.boards[0]!.id, ...body }, headers);

test('a title and a board are enough', async () => {
  const { status, json } = await send({ title: 'A calendar, please!' });

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    portalId: portal.id,
    boardId: portal.boards[0]!.id,
    slug: 'a-calendar-please',
    title: 'A calendar, please!',
    description: null,
    status: 'pending',
    roadmapSummary: null,
    authorId: member.id,
    authorName: 'A member',
    authorKind: 'user',
    addedBy: null,
    origin: 'member',
    storyIds: [],
    hidden: false,
    officialCommentId: null,
    tags: [],
    internalTags: [],
    mergedIntoId: null,
    createdAt: json.data.updatedAt,
    updatedAt: expect.any(String),
    voteCount: 0,
    commentCount: 0,
  });
  expect(await feedback.readItem(json.data)).toEqual(json.data);
});

test('slugs are unique in a portal, whatever the titles', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, () => send({ title: 'The same' })));
  const slugs = answers.map(({ json }) => json.data.slug);
  expect(new Set(slugs).size).toBe(6);
  for (const slug of slugs) expect(slug).toMatch(/^the-same(-[0-9a-f]{4})?$/);
});

test('a long description comes back whole, alone and in lists', async () => {
  const description = 'ä'.repeat(8_000);
  const made = (await send({ title: 'Long', description })).json.data;
  expect((await feedback.readItem(made)).description).toBe(description);
  const listed = (await member.client.get(`${feedback.pathOf(portal)}/items`)).json.data;
  expect(listed.find(({ id }: { id: string }) => id === made.id)).toEqual(made);
});

test('an author whose name is an email address is not shown by it', async () => {
  const email = `${randomUUID()}@example.com`;
  const { id } = await workspace.operator.addMember({
    workspaceId: workspace.id,
    name: email,
    email,
    role: 'member',
  });
  const client = await workspace.clientFor(id);
  const { text, json } = await send({ title: 'By address' }, {}, { ...member, client });
  expect(json.data.authorName).toBe('Someone');
  expect(text).not.toContain('@');
});

test('an item is linked to stories that its creator can read, and to no others', async () => {
  const team = await workspace.team();
  const person = await workspace.person('member', [team]);
  const story = await createStoryAs(person.client, workspace, { teamId: team.id });
  expect((await send({ title: 'x', storyIds: [story.id] }, {}, person)).json.data.storyIds).toEqual([
    story.id,
  ]);

  const answers = [
    await send({ title: 'x', storyIds: [story.id] }),
    await send({ title: 'x', storyIds: [randomUUID()] }),
  ];
  for (const answer of answers) {
    expectBadFields(answer, ['storyIds.0'], 'invalid_reference');
    expectSameRefusal([answer, answers[0]!]);
  }
});

test('a board of another portal or of none is refused', async () => {
  const other = await feedback.portal();
  for (const boardId of [other.boards[0]!.id, randomUUID()]) {
    expectBadFields(await send({ title: 'x', boardId }), ['boardId'], 'invalid_reference');
  }
});

test.each([' ', '\u200b\u3164', '\u202e'])('a title of nothing but %j is refused', async (title) => {
  expectBadFields(await send({ title }), ['title']);
});

test('the same key makes one item, and guests make none', async () => {
  const headers = { 'idempotency-key': newKey() };
  const answers = await Promise.all(Array.from({ length: 8 }, () => send({ title: 'Once' }, headers)));
  for (const { status, json } of answers) expect([status, json]).toEqual([201, answers[0]!.json]);
  const guest = await workspace.person('guest');
  expectRefusal(await send({ title: 'x' }, {}, guest), 403, 'insufficient_role');
});

test('an item for a customer is theirs, with their vote, and says which member posted it', async () => {
  const email = `${randomUUID()}@example.com`;
  const { status, json } = await send({ title: 'Asked on the phone', customer: { email, name: 'Iris' } });
  expect([status, json.data]).toEqual([
    201,
    expect.objectContaining({
      authorName: 'Iris',
      authorKind: 'visitor',
      origin: 'visitor',
      addedBy: member.id,
      voteCount: 1,
    }),
  ]);
  const at = `${feedback.pathOf(portal)}/items/${json.data.id}`;
  expectRefusal(await member.client.post(`${at}/votes`, { email, name: 'Iris' }), 409, 'conflict');
  const page = await publicJson(`/portals/${portal.slug}/feedback/items/${json.data.slug}`);
  expect([page.includes('Iris'), page.includes(member.id)]).toEqual([true, false]);
});

test('an item for a customer says nothing about whether the address has an account', async () => {
  const person = await workspace.person('guest');
  const account = await newAccount(workspace, person);
  const customers = [account.email, `${randomUUID()}@example.com`].map((email) => ({ email, name: 'Iris' }));
  const items = await Promise.all(
    customers.map(async (customer) => (await send({ title: 'Phoned in', customer })).json.data),
  );
  for (const { authorName, authorId } of items) {
    expect(authorName).toBe('Iris');
    const found = await member.client.get(`${workspace.path}/principals/${authorId}`);
    expectRefusal(found, 404, 'not_found');
    const { client } = await workspace.person('admin');
    const ban = await client.post(`${workspace.path}/banned-visitors`, { visitorId: authorId });
    expectBadFields(ban, ['visitorId'], 'invalid_reference');
  }
});

test('guests and other workspaces post for no customer, and an import has none', async () => {
  const customer = { email: `${randomUUID()}@example.com`, name: 'Iris' };
  const guest = await workspace.person('guest');
  expectRefusal(await send({ title: 'x', customer }, {}, guest), 403, 'insufficient_role');
  const elsewhere = await newWorkspace();
  const stranger = await elsewhere.person('admin');
  const path = `${elsewhere.path}/portals/${portal.id}/items`;
  const item = { title: 'x', boardId: portal.boards[0]!.id, customer };
  expectRefusal(await stranger.client.post(path, item), 404, 'not_found');
  const { client } = await workspace.person('admin');
  const imported = { authorName: 'Iris' };
  const both = await send({ title: 'x', customer, imported }, {}, { ...member, client });
  expectBadFields(both, ['customer']);
});

test.each<[object, string]>([
  [{}, 'title'],
  [{ title: ' ' }, 'title'],
  [{ title: 'x'.repeat(201) }, 'title'],
  [{ title: 'x', description: 'x'.repeat(16 * 1024 + 1) }, 'description'],
  [{ title: 'x', status: 'done' }, 'status'],
  [{ title: 'x', voteCount: 9 }, 'voteCount'],
  [{ title: 'x', authorName: 'Me' }, 'authorName'],
  [{ title: 'x', customer: { name: 'Iris' } }, 'customer.email'],
])('an item with %j is refused', async (body, path) => {
  expectBadFields(await send(body), [path]);
});
