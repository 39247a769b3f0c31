import { beforeAll, describe, expect, test } from 'vitest';
import type { Story } from '../../shared/planning/story/story.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, readAll } from '../support/answers.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
});

const path = () => `${workspace.path}/bulk/stories`;
const item = (fields: object = {}, idempotencyKey = newKey()) => ({
  idempotencyKey,
  body: { title: newKey(), teamId: team.id, ...fields },
});
const send = (items: unknown, client = member.client) => client.post(path(), { items });
const titles = async () =>
  (await readAll(member.client, `${workspace.path}/stories`, { limit: 100 })).map(
    ({ title }: Story) => title,
  );

test('a bulk request creates every story, each at its place, with numbers in the order of the items', async () => {
  const items = Array.from({ length: 100 }, () => item());
  const { status, json } = await send(items);

  expect(status).toBe(200);
  const outcomes = json.data.items as { httpStatus: number; replayed: boolean; data: Story }[];
  expect(outcomes.map(({ data }) => data.title)).toEqual(items.map(({ body }) => body.title));
  for (const outcome of outcomes) {
    expect(outcome).toEqual({ httpStatus: 201, replayed: false, id: outcome.data.id, data: outcome.data });
  }
  const numbers = outcomes.map(({ data }) => data.sequenceId);
  expect(numbers).toEqual(items.map((_, position) => numbers[0]! + position));
  expect(await titles()).toEqual(expect.arrayContaining(items.map(({ body }) => body.title)));
});

test('a bulk request returns an outcome for each item, and creates the valid ones', async () => {
  const [good, blank, stranger, keyless] = [item(), item({ title: ' ' }), item({ teamId: newKey() }), item()];
  const { json } = await send([
    good,
    blank,
    stranger,
    { body: keyless.body },
    { ...item(), idempotencyKey: 'short' },
  ]);

  const [first, second, third, fourth, fifth] = json.data.items;
  expect(first).toMatchObject({ httpStatus: 201, data: { title: good.body.title } });
  const refused = (code: string) => ({ httpStatus: 400, replayed: false, id: null, error: { code } });
  expect(second).toMatchObject(refused('invalid_request'));
  expect(second.error.fields).toEqual([
    { in: 'body', path: 'title', code: 'invalid_format', message: expect.stringMatching(/^must/) },
  ]);
  expect(third).toMatchObject(refused('invalid_reference'));
  expect(fourth).toMatchObject(refused('idempotency_key_required'));
  expect(fifth).toMatchObject(refused('invalid_idempotency_key'));
  for (const { error } of [second, third]) expect(error.hint).toContain('bulkCreateStories');
  for (const { error } of [fourth, fifth]) expect(error.hint).toContain('/docs/writes#retries');
  const made = await titles();
  expect(made).toContain(good.body.title);
  expect(made).not.toContain(stranger.body.title);
  expect(made).not.toContain(keyless.body.title);
});

describe('an idempotency key in a bulk request', () => {
  test('shows what the first request created for the same items', async () => {
    const items = [item(), item()];
    const first = await send(items);
    const second = await send(items);
    expect(second.json.data.items).toEqual(
      first.json.data.items.map((outcome: object) => ({ ...outcome, replayed: true })),
    );
  });

  test('creates one story for an item that is twice in one request', async () => {
    const twice = item();
    const { json } = await send([twice, twice]);
    expect(json.data.items[0].data).toEqual(json.data.items[1].data);
    expect((await titles()).filter((title) => title === twice.body.title)).toHaveLength(1);
  });

  test('and its bytes are shared with createStory, both ways', async () => {
    const [one, other] = [item(), item()];
    const single = ({ idempotencyKey, body }: ReturnType<typeof item>) =>
      member.client.post(`${workspace.path}/stories`, body, { 'idempotency-key': idempotencyKey });
    const made = await single(one);
    const { json } = await send([one, other]);
    expect(json.data.items[0]).toMatchObject({
      httpStatus: 201,
      replayed: true,
      data: { id: made.json.data.id },
    });
    const again = await single(other);
    expect(again.json.data.id).toBe(json.data.items[1].data.id);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
  });

  test('belongs to the exact bytes of its item: spaces count, those around it do not', async () => {
    const { idempotencyKey, body } = item();
    const text = JSON.stringify(body);
    const raw = (slice: string) =>
      `{ "items" : [ {"body": ${slice} , "idempotencyKey":"${idempotencyKey}"} ] }`;
    await send([{ idempotencyKey, body }]);
    const same = await member.client.request('POST', path(), { raw: raw(text) });
    expect(same.json.data.items[0]).toMatchObject({ httpStatus: 201, replayed: true });
    const spaced = await member.client.request('POST', path(), { raw: raw(text.replace(':', ': ')) });
    expect(spaced.json.data.items[0]).toMatchObject({
      httpStatus: 409,
      error: { code: 'idempotency_key_reused' },
    });
  });
});

test('an item with two bodies compares its key with the body that it carries out', async () => {
  const { idempotencyKey } = item();
  const [first, second] = [JSON.stringify(item().body), JSON.stringify(item().body)];
  const raw = `{"items":[],"items":[{"idempotencyKey":"${idempotencyKey}","body":${first},"body":${second}}]}`;
  const { json } = await member.client.request('POST', path(), { raw });
  expect(json.data.items[0].data.title).toBe(JSON.parse(second).title);
  const single = (body: string) =>
    member.client.request('POST', `${workspace.path}/stories`, {
      raw: body,
      headers: { 'idempotency-key': idempotencyKey },
    });
  expect((await single(second)).headers.get('idempotent-replayed')).toBe('true');
  expectRefusal(await single(first), 409, 'idempotency_key_reused');
});

test('an answer that would be larger than 4 MB leaves later stories out, but not their ids', async () => {
  const wordy = () => item({ description: '"'.repeat(30_000) });
  const made: Story[] = [];
  for (let batch = 0; batch < 10; batch++) {
    const { json } = await send(Array.from({ length: 10 }, wordy));
    made.push(...json.data.items.map(({ data }: { data: Story }) => data));
  }
  const patches = made.map(({ id: storyId, updatedAt }) => ({
    storyId,
    body: { expectedUpdatedAt: updatedAt, priority: 'low' },
  }));
  const { status, json, text } = await member.client.patch(path(), { items: patches });
  expect(status).toBe(200);
  expect(Buffer.byteLength(text)).toBeLessThan(4_500_000);
  expect(json.data.items.at(-1)).toEqual({ httpStatus: 200, replayed: false, id: made.at(-1)!.id });
  expect(json.data.items.map(({ id }: { id: string }) => id)).toEqual(made.map(({ id }) => id));
});

test('a request with thousands of problems reports the first fifty', async () => {
  const hostile = Object.fromEntries(Array.from({ length: 1_400 }, (_, n) => [`k${n}`, 1]));
  const { status, json } = await send(Array.from({ length: 20 }, () => ({ ...item(), body: hostile })));
  expect(status).toBe(200);
  for (const { error } of json.data.items) {
    expect(error.fields).toHaveLength(50);
    expect(error.message).toMatch(/^140\d fields are invalid; the first 50 are listed/);
  }
});

describe('a bulk request is refused as a whole, and creates nothing, with', () => {
  test.each([
    ['no items', { items: [] }, ['items']],
    ['101 items', { items: Array.from({ length: 101 }, () => ({})) }, ['items']],
    ['items that are no objects', { items: ['x'] }, ['items.0']],
    ['an unknown field', { items: [{}], more: 1 }, ['more']],
    ['a list', [], ['body']],
  ])('%s', async (_, body, paths) => {
    expectBadFields(await member.client.post(path(), body), paths);
  });

  test('more than 1 MiB, but not with 900 KiB', async () => {
    const large = (bytes: number) =>
      Array.from({ length: 30 }, () => item({ description: 'x'.repeat(bytes / 30) }));
    expectRefusal(await send(large(1024 * 1024)), 413, 'request_too_large');
    expect((await send(large(900 * 1024))).json.data.items[0].httpStatus).toBe(201);
  });

  test('a caller who may not create stories, whatever the items', async () => {
    const reader = await workspace.clientFor(member.id, { scopes: ['stories:read'] });
    const one = item();
    expectRefusal(await send([one], reader), 403, 'insufficient_scope');
    expectRefusal(await send('nonsense', reader), 403, 'insufficient_scope');
    expect(await titles()).not.toContain(one.body.title);
  });
});

test('a service account may create in bulk', async () => {
  const { client } = await workspace.serviceAccount([team]);
  expect((await send([item()], client)).json.data.items[0].httpStatus).toBe(201);
});
