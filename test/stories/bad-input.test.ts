import { request } from 'node:http';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { sharedService } from '../support/service.ts';
import { newKey, type Person, type TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;

beforeAll(async () => {
  ({ workspace, team, member, api } = await newStoryWorkspace());
});

/** Sends a body as it is, to create a story. */
const sendRaw = (raw: string | Uint8Array<ArrayBuffer>, headers: Record<string, string> = {}) =>
  member.client.request('POST', `${workspace.path}/stories`, {
    raw,
    headers: { 'idempotency-key': newKey(), ...headers },
  });

/** A body of JSON text whose title is the given JSON text. */
const withTitle = (title: string, more = '') => `{"teamId":"${team.id}","title":${title}${more}}`;

async function expectNothingStored() {
  for (const archived of ['exclude', 'only']) {
    expect((await api.list({ teamId: team.id, archived })).json.data).toEqual([]);
  }
}

test.each([
  '{',
  '{"title":"x"',
  '{"title":"x",}',
  "{'title':'x'}",
  '{title:"x"}',
  '{"title":"a\nb"}',
  '{"title":"\\x41"}',
  '{"title":"\\ud8"}',
  '{}{}',
  '{}x',
  '// comment\n{}',
  'undefined',
  'NaN',
  '\u0000',
  ' ',
  '<title>x</title>',
  'title=x',
])('a body that is not JSON is refused: %j', async (raw) => {
  const { message } = expectRefusal(await sendRaw(raw), 400, 'invalid_request');
  expect(message).toContain('JSON');
  await expectNothingStored();
});

test('a body that is not UTF-8 is refused', async () => {
  expectRefusal(await sendRaw(new Uint8Array([0x7b, 0xff, 0xfe, 0x7d])), 400, 'invalid_request');
});

test.each(['', '[]', '[{}]', 'null', '"title"', '1', 'true'])(
  'a body that is not an object is refused: %j',
  async (raw) => {
    expectBadFields(await sendRaw(raw), ['body']);
    await expectNothingStored();
  },
);

describe('values of a wrong type', () => {
  const wrong: [string, unknown[]][] = [
    ['title', [null, 1, true, {}, [], ['x'], { toString: 'x' }]],
    ['teamId', [null, 1, {}, ['x']]],
    ['description', [null, 1, [], {}]],
    ['statusId', [null, 0, {}]],
    ['assigneeId', [null, false]],
    ['priority', [null, 0, 'High', 'No Priority', '', ['high']]],
    ['estimateValue', [null, '3', true, [3], {}]],
    ['estimatedDurationMinutes', [null, '60', 1.5, -1, 1e21]],
    ['minimumFocusBlockMinutes', [null, '60', 0.1]],
    ['autoSchedulingEnabled', [null, 'true', 0, 1]],
    ['labels', [null, 'x', {}, { 0: 'x', length: 1 }]],
    ['startDate', [null, 1763640000000, '', 'now', '2026-11-20T25:00:00Z', '2026-11-20 12:00:00Z']],
    ['endDate', [null, 0, '20261120T120000Z', '2026-11-20T12:00:00+24:00']],
  ];

  test.each(wrong)('for %s are refused, on creation and on update', async (field, values) => {
    const { team: other, api: there } = await newStoryWorkspace();
    const story = await there.create({ teamId: other.id });
    for (const value of values) {
      expectBadFields(await api.send({ title: 'x', teamId: team.id, [field]: value }), [field]);
      if (field === 'teamId') continue;
      const patch = { expectedUpdatedAt: story.updatedAt, [field]: value };
      expectBadFields(await there.update(story.id, patch), [field]);
    }
    await expectNothingStored();
    expect(await there.read(story.id)).toEqual(story);
  });

  test('are named by their place inside a list', async () => {
    const labels = ['x', 1, null, team.id, []];
    const answer = await api.send({ title: 'x', teamId: team.id, labels });
    expectBadFields(answer, ['labels.0', 'labels.1', 'labels.2', 'labels.4']);
  });
});

test.each([
  '00000000-0000-0000-0000-00000000000',
  'ffffffff-ffff-ffff-ffff-fffffffffffff',
  '{01900000-0000-7000-8000-000000000000}',
  '01900000000070008000000000000000',
  'urn:uuid:01900000-0000-7000-8000-000000000000',
  '01900000-0000-7000-8000-00000000000g',
  '01900000-0000-7000-8000-000000000000\n',
  ' 01900000-0000-7000-8000-000000000000',
  '１1900000-0000-7000-8000-000000000000',
])('%j is not a UUID', async (id) => {
  const answer = await api.send({ title: 'x', teamId: id, parentId: id, labels: [id] });
  expectBadFields(answer, ['teamId', 'parentId', 'labels.0']);
});

test('all unknown fields are named', async () => {
  const body = { title: 'x', teamId: team.id, titel: 'x', id: team.id, '': 1, 'a.b': 1, hasOwnProperty: 1 };
  const { fields } = expectRefusal(await api.send(body), 400, 'invalid_request');
  const paths = fields.map(({ path }: { path: string }) => path);

  expect(paths.slice(0, 2)).toEqual(['titel', 'id']);
  expect(paths).toHaveLength(5);
  await expectNothingStored();
});

test.each([
  ['__proto__', '"__proto__":{"title":"x"}'],
  ['__proto__', '"__proto__":null'],
  ['__proto__', '"\\u005f_proto__":{"isAdmin":true}'],
  ['constructor', '"constructor":{"prototype":{"isAdmin":true}}'],
  ['constructor', '"constructor":1'],
  ['prototype', '"prototype":{}'],
  ['__defineGetter__', '"__defineGetter__":1'],
])('the key %s is named as an unknown field: %s', async (key, member) => {
  expectBadFields(await sendRaw(withTitle('"x"', `,${member}`)), [key]);
  await expectNothingStored();
});

test('such a key deep inside is refused too', async () => {
  const answer = await sendRaw(withTitle('"x"', ',"description":{"a":[{"__proto__":{"b":1}}]}'));
  expectRefusal(answer, 400, 'invalid_request');
  await expectNothingStored();
});

describe('text in a request', () => {
  const codes = [...Array(32).keys(), 0x7f].map((code) => `\\u${code.toString(16).padStart(4, '0')}`);
  const breaks = ['\\u0009', '\\u000a', '\\u000d'];

  test('with control characters is refused', async () => {
    for (const escape of codes) expectBadFields(await sendRaw(withTitle(`"a${escape}b"`)), ['title']);
    for (const escape of codes.filter((code) => !breaks.includes(code))) {
      const answer = await sendRaw(withTitle('"x"', `,"description":"a${escape}b"`));
      expectBadFields(answer, ['description']);
    }
    await expectNothingStored();
  });

  test.each(['\\ud800', 'a\\udfffb', '\\udc00\\ud800', '\\ud83d\\ud83d\\ude80'])(
    'with the lone surrogate %s is refused',
    async (escape) => {
      expectBadFields(await sendRaw(withTitle(`"${escape}"`)), ['title']);
      const answer = await sendRaw(withTitle('"x"', `,"description":"${escape}"`));
      expectBadFields(answer, ['description']);
      await expectNothingStored();
    },
  );

  test('with a lone surrogate in a key is refused, and the answer is still well formed', async () => {
    const { json } = await sendRaw(withTitle('"x"', ',"\\ud800":1'));
    expect(json.error.fields).toHaveLength(1);
    await expectNothingStored();
  });

  test('of 60,000 characters that ends badly is validated like any other', async () => {
    expectBadFields(await sendRaw(withTitle(`"${'a b '.repeat(15_000)}\\u0001"`)), ['title']);
  });
});

test.each([100, 10_000, 30_000])('a title that is a list %i deep is refused', async (depth) => {
  const answer = await sendRaw(withTitle('['.repeat(depth) + ']'.repeat(depth)));
  expectRefusal(answer, 400, 'invalid_request');
  await expectNothingStored();
});

test('a body of 512 KiB and a byte is too large, one of 512 KiB is not', async () => {
  const { team: other, api: there, member: sender, workspace: place } = await newStoryWorkspace();
  const body = JSON.stringify({ title: 'Padded', teamId: other.id });
  const send = (raw: string) =>
    sender.client.request('POST', `${place.path}/stories`, { raw, headers: { 'idempotency-key': newKey() } });

  expectRefusal(await send(body.padEnd(512 * 1024 + 1)), 413, 'request_too_large');
  expectRefusal(await send(`"${'é'.repeat(256 * 1024)}"`), 413, 'request_too_large');
  expect((await there.list()).json.data).toEqual([]);
  expect((await send(body.padEnd(512 * 1024))).status).toBe(201);
});

describe('a content type', () => {
  test.each([
    '',
    'text/plain',
    'text/json',
    'application/jsonp',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/octet-stream',
    'json',
  ])('of "%s" is refused', async (type) => {
    expectRefusal(await sendRaw(withTitle('"x"'), { 'content-type': type }), 415, 'unsupported_media_type');
    await expectNothingStored();
  });

  test.each(['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.plotline+json'])(
    'of "%s" is accepted',
    async (type) => {
      const { json, status } = await sendRaw(withTitle('"x"'), { 'content-type': type });
      expect(status).toBe(201);
      await api.delete(json.data.id);
    },
  );
});

/** Sends header lines as they are, the same name twice if need be, and returns status and error code. */
function sendLines(lines: [string, string][], body: string): Promise<[number, string]> {
  const url = new URL(`${sharedService().baseUrl}${workspace.path}/stories`);
  const headers = [...lines, ['host', url.host], ['content-length', String(body.length)]].flat();
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { method: 'POST', headers }, (answer) => {
      let text = '';
      answer.on('data', (chunk: Buffer) => (text += chunk.toString()));
      answer.on('end', () => resolve([answer.statusCode!, JSON.parse(text).error?.code]));
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

test.each<[string, number, string]>([
  ['authorization', 401, 'invalid_credential'],
  ['content-type', 415, 'unsupported_media_type'],
])('the header %s twice is refused', async (name, status, code) => {
  const lines: [string, string][] = [
    ['authorization', `Bearer ${member.token}`],
    ['content-type', 'application/json'],
    ['idempotency-key', newKey()],
  ];
  const twice = lines.filter(([line]) => line === name);

  expect(await sendLines([...lines, ...twice], withTitle('"x"'))).toEqual([status, code]);
  await expectNothingStored();
});

test('a good request is carried out after all bad ones', async () => {
  const story = await api.create({ teamId: team.id });

  expect(story).toMatchObject({ sequenceId: expect.any(Number), description: null });
  expect(story).not.toHaveProperty('isAdmin');
});

test.each([
  ['title', 5, 'invalid_type', 'must be text'],
  ['title', null, 'null_not_allowed', 'must not be null'],
  ['title', 'x'.repeat(501), 'too_large', 'must be at most 500 characters'],
  ['assigneeId', 'me', 'invalid_format', 'must be a UUID'],
  ['labels', 'a', 'invalid_type', 'must be a list'],
  ['autoSchedulingEnabled', 'true', 'invalid_type', 'must be true or false'],
  ['estimateValue', '3', 'invalid_type', 'must be a number'],
  ['estimatedDurationMinutes', 1.5, 'invalid_type', 'must be a whole number'],
  ['estimatedDurationMinutes', 2401, 'too_large', 'must be at most 2400'],
  ['priority', 'High', 'not_one_of', 'must be one of: none, low, medium, high, urgent'],
  ['nope', 1, 'unknown_field', 'is not a known field'],
])('the error of a %s of %j states what it must be', async (field, value, code, message) => {
  const { workspace, team, member } = await newStoryWorkspace();
  const body = { title: 'x', teamId: team.id, [field]: value };
  const { json } = await member.client.post(`${workspace.path}/stories`, body, {
    'idempotency-key': newKey(),
  });
  expect(json.error.fields).toEqual([{ in: 'body', path: field, code, message }]);
});
