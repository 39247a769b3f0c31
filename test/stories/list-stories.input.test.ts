import { beforeAll, describe, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import type { Client } from '../support/client.ts';
import type { Person, TestWorkspace } from '../support/workspace.ts';
import { newStoryWorkspace, type StoryApi } from './story-api.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;
let api: StoryApi;
let path: string;

beforeAll(async () => {
  ({ workspace, team, member, api } = await newStoryWorkspace());
  path = `${workspace.path}/stories`;
  for (let made = 0; made < 3; made++) await api.create({ teamId: team.id });
});

/** Asks with a query string as it is. */
const ask = (query: string) => member.client.get(`${path}?${query}`);

describe('a cursor', () => {
  const query = () => ({ teamId: team.id, limit: 1 });
  const newCursor = async (): Promise<string> => (await api.list(query())).json.meta.nextCursor;
  const expectInvalid = async (
    cursor: string,
    other: object = {},
    client: Client = member.client,
    at = path,
  ) => expectRefusal(await client.get(at, { ...query(), ...other, cursor }), 400, 'invalid_cursor');

  test('that is tampered with anywhere is refused', async () => {
    const cursor = await newCursor();
    for (let position = 0; position < cursor.length; position++) {
      const other = cursor[position] === 'A' ? 'B' : 'A';
      await expectInvalid(cursor.slice(0, position) + other + cursor.slice(position + 1));
    }
  });

  test('that is cut, extended or made up is refused', async () => {
    const cursor = await newCursor();
    const [version, payload] = cursor.split('.') as [string, string];
    const forged = [
      ...[1, 3, 10, 40, 60].map((length) => cursor.slice(0, -length)),
      ...['A', '=', '.', `.${payload}`, ' '].map((tail) => cursor + tail),
      'v1',
      'v1.',
      '.',
      'null',
      '0',
      '../..',
      'x'.repeat(8192),
      '\u0000',
      '💥',
      payload,
      `v2.${payload}`,
      `${version}.${Buffer.from(payload, 'base64url').toString('base64')}`,
      `${version}.${Buffer.from(team.id).toString('base64url')}`,
    ];
    for (const made of forged.filter((text) => text !== cursor)) await expectInvalid(made);
  });

  test('of another principal, filter, limit, credential restriction or operation is refused', async () => {
    const cursor = await newCursor();
    const colleague = await workspace.person('member', [team]);
    const account = await workspace.serviceAccount([team]);
    const restricted = await workspace.clientFor(member.id, { teamIds: [team.id] });

    for (const { client } of [colleague, account]) await expectInvalid(cursor, {}, client);
    await expectInvalid(cursor, {}, restricted);
    const others = [
      { limit: 2 },
      { teamId: undefined },
      { archived: 'only' },
      { updatedSince: '2026-01-01T00:00:00Z' },
      { assigneeId: member.id },
    ];
    for (const other of others) await expectInvalid(cursor, other);
    await expectInvalid(cursor, {}, member.client, `${workspace.path}/statuses`);
    await expectInvalid(cursor, {}, member.client, `${workspace.path}/labels`);
    expect((await api.list({ ...query(), cursor })).status).toBe(200);
    expect((await api.list({ ...query(), archived: 'exclude', cursor })).status).toBe(200);
  });

  test('is valid for the default limit, named or not', async () => {
    await Promise.all(Array.from({ length: 50 }, () => api.create({ teamId: team.id })));
    const { nextCursor: cursor } = (await api.list()).json.meta;

    const unnamed = await api.list({ cursor });
    expect((await api.list({ cursor, limit: 50 })).json).toEqual(unnamed.json);
  });
});

test.each([
  ['limit=0', 'limit'],
  ['limit=101', 'limit'],
  ['limit=-1', 'limit'],
  ['limit=-0', 'limit'],
  ['limit=1e2', 'limit'],
  ['limit=01', 'limit'],
  ['limit=1.0', 'limit'],
  ['limit=0x10', 'limit'],
  ['limit=%2B5', 'limit'],
  ['limit=%205', 'limit'],
  ['limit=١', 'limit'],
  ['limit=ten', 'limit'],
  ['limit=', 'limit'],
  ['limit', 'limit'],
  ['limit=99999999999999999999', 'limit'],
  ['limit=1&limit=1', 'limit'],
  ['archived=yes', 'archived'],
  ['archived=1', 'archived'],
  ['archived=true', 'archived'],
  ['archived=ONLY', 'archived'],
  ['archived=', 'archived'],
  ['archived=only,include', 'archived'],
  ['archived=only&archived=include', 'archived'],
  ['teamId=x', 'teamId'],
  ['teamId=', 'teamId'],
  ['statusId=1', 'statusId'],
  ['statusId=', 'statusId'],
  ['statusId=01900000-0000-7000-8000-000000000000,', 'statusId'],
  ['assigneeId=me,you', 'assigneeId'],
  ['sprintId=null', 'sprintId'],
  ['objectiveId=%00', 'objectiveId'],
  ['updatedSince=yesterday', 'updatedSince'],
  ['updatedSince=0', 'updatedSince'],
  ['updatedBefore=tomorrow', 'updatedBefore'],
  ['cursor=', 'cursor'],
  ['cursor=a&cursor=b', 'cursor'],
  ['page=2', 'page'],
  ['Limit=1', 'Limit'],
  ['teamID=x', 'teamID'],
  ['limit[]=1', 'limit[]'],
  ['__proto__=1', '__proto__'],
  ['constructor=1', 'constructor'],
  ['__proto__=1&__proto__=2', '__proto__'],
])('the query %s is refused', async (query, name) => {
  const { fields } = expectRefusal(await ask(query), 400, 'invalid_request');

  for (const field of fields) expect(field).toMatchObject({ in: 'query', path: name });
  for (const { message } of fields) expect(message).toMatch(/^[a-z]/);
});

test('every bad part of a query is named', async () => {
  expectBadFields(await ask('teamId=x&limit=0&nope=1'), ['query.teamId', 'query.limit', 'query.nope']);
});

test('a cursor of more than 8192 characters is refused', async () => {
  expectBadFields(await ask(`cursor=${'x'.repeat(8_193)}`), ['query.cursor']);
});

test('an empty query is the same as none', async () => {
  expect((await ask('&&')).json).toEqual((await ask('')).json);
});
