import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let admin: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
});

const send = (body: object, headers: Record<string, string> = {}, { client } = admin) =>
  client.post(`${workspace.path}/portals`, body, headers);

test('a name is enough for a private portal with a slug of its own', async () => {
  const name = `Ärger & Größe ${randomUUID()}`;
  const { status, json } = await send({ name });

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    name,
    slug: expect.stringMatching(/^arger-grosse-[0-9a-f-]+$/),
    formerSlugs: [],
    host: null,
    description: null,
    color: '#4f46e5',
    logoImageId: null,
    visibility: 'private',
    boards: [],
    createdAt: json.data.updatedAt,
    updatedAt: expect.any(String),
    embedOrigins: [],
    language: 'en',
    websiteUrl: null,
    privacyUrl: null,
    imprintUrl: null,
  });
  expect((await admin.client.get(`${workspace.path}/portals/${json.data.id}`)).json).toEqual(json);
});

test('boards get ids, in their order', async () => {
  const boards = [{ name: 'Ideas' }, { name: 'Bugs', description: 'What is broken' }];
  const { json } = await send({ name: randomUUID(), boards });

  expect(json.data.boards).toEqual([
    { id: expect.any(String), name: 'Ideas', description: null },
    { id: expect.any(String), name: 'Bugs', description: 'What is broken' },
  ]);
});

test('two portals of one name have different slugs, and a slug that is requested is taken once', async () => {
  const name = `Twice ${randomUUID()}`;
  const [first, second] = [await send({ name }), await send({ name })];
  expect(first.json.data.slug).not.toBe(second.json.data.slug);

  const slug = randomUUID();
  const answers = await Promise.all(Array.from({ length: 5 }, () => send({ name: 'Race', slug })));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409]);
});

test('a name without a letter or digit of the alphabet gets a slug too', async () => {
  const { json } = await send({ name: '日本語' });
  expect(json.data.slug).toMatch(/^feedback(-[0-9a-f]{4})?$/);
});

test('only admins without a restriction create a portal', async () => {
  expectRefusal(await send({ name: 'x' }, {}, await workspace.person('member')), 403, 'insufficient_role');
  const team = await workspace.team();
  const client = await workspace.clientFor(admin.id, { teamIds: [team.id] });
  expectRefusal(await send({ name: 'x' }, {}, { ...admin, client }), 403, 'restricted_credential');
});

test('a board cannot be given the id of another', async () => {
  const body = { name: 'x', boards: [{ id: randomUUID(), name: 'Ideas' }] };
  expectBadFields(await send(body), ['boards.0.id'], 'invalid_reference');
});

test.each<[object, string]>([
  [{}, 'name'],
  [{ name: ' ' }, 'name'],
  [{ name: '\u2800\u200b' }, 'name'],
  [{ name: 'x', slug: 'Upper' }, 'slug'],
  [{ name: 'x', slug: '-x' }, 'slug'],
  [{ name: 'x', slug: 'x'.repeat(61) }, 'slug'],
  [{ name: 'x', color: 'red' }, 'color'],
  [{ name: 'x', visibility: 'secret' }, 'visibility'],
  [{ name: 'x', boards: Array.from({ length: 21 }, (_, n) => ({ name: `${n}` })) }, 'boards'],
  [{ name: 'x', boards: [{ name: 'A' }, { name: 'a' }] }, 'boards'],
  [{ name: 'x', logoImageId: randomUUID() }, 'logoImageId'],
  [
    { name: 'x', embedOrigins: Array.from({ length: 21 }, (_, n) => `https://${n}.example.com`) },
    'embedOrigins',
  ],
  [{ name: 'x', embedOrigins: ['https://a.example', 'https://a.example'] }, 'embedOrigins'],
  ...[
    "'self'",
    '*',
    'https:',
    'https://*',
    'https://*.com/',
    'http://example.com',
    'https://example.com/a',
    'https://a.example b.example',
    "https://a.example; script-src 'unsafe-inline'",
    'https://EXAMPLE.com',
    'https://user@example.com',
    'https://example.com:port',
    'javascript:alert(1)',
    'https://a.example\r\nX: y',
  ].map((origin): [object, string] => [{ name: 'x', embedOrigins: [origin] }, 'embedOrigins.0']),
])('a portal with %j is refused', async (body, path) => {
  expectBadFields(await send(body), [path]);
});
