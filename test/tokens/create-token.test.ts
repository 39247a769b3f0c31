import { randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { getMemberItem } from '../../shared/kernel/auth/membership-store.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { acceptMembership } from '../../shared/identity/members/accept-membership.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectBadFields, expectRefusal, expectSameRefusal, readAll } from '../support/answers.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

let workspace: TestWorkspace;
let team: Team;
let closed: Team;
let admin: Person;
/** In the admin's team, and in a private one that the admin is not in. */
let member: Person;
let guest: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  [team, closed] = [await workspace.team(), await workspace.team({ private: true })];
  admin = await workspace.person('admin', [team]);
  member = await workspace.person('member', [team, closed]);
  guest = await workspace.person('guest', [team]);
});

const send = (
  body: object,
  { by = admin, headers = {} }: { by?: Pick<Person, 'client'>; headers?: object } = {},
) =>
  by.client.post(
    `${workspace.path}/tokens`,
    { name: 'New', scopes: ['stories:read'], ...body },
    { ...headers },
  );
const clientOf = (token: string) => createClient(sharedService().baseUrl, token);
const inFuture = (milliseconds: number) => new Date(Date.now() + milliseconds).toISOString();
const tokensOf = (memberId: string) =>
  readAll(admin.client, `${workspace.path}/tokens`, { memberId, limit: 100 });

/** Does something that is refused, and holds that no token came of it. */
async function withoutNewToken(act: () => Promise<unknown>) {
  const before = [await tokensOf(admin.id), await tokensOf(member.id)];
  await act();
  expect([await tokensOf(admin.id), await tokensOf(member.id)]).toEqual(before);
}

test('a member creates a token of their own for 90 days, whose secret is shown and works', async () => {
  const { status, json } = await send({ name: 'Mine', scopes: ['stories:read', 'teams:read'] });

  expect(status).toBe(201);
  expect(json.data).toEqual({
    id: expect.any(String),
    workspaceId: workspace.id,
    principalId: admin.id,
    principalType: 'user',
    name: 'Mine',
    scopes: ['stories:read', 'teams:read'],
    teamRestriction: null,
    writes: 'direct',
    createdAt: expect.any(String),
    expiresAt: new Date(Date.parse(json.data.createdAt) + 90 * DAY).toISOString(),
    revokedAt: null,
  });
  expect(json.token).toMatch(/^plt_pat_[\w-]{112}$/);
  const me = (await clientOf(json.token).get('/api/v1/me')).json.data;
  expect(me).toMatchObject({ principalId: admin.id, role: 'admin', scopes: ['stories:read', 'teams:read'] });
  expect(me.credential).toEqual({ id: json.data.id, name: 'Mine', expiresAt: json.data.expiresAt });
  expect(await tokensOf(admin.id)).toContainEqual(json.data);
  expect(JSON.stringify(await tokensOf(admin.id))).not.toContain(json.token.slice(20));
});

test('a token is valid from 1 minute to 365 days', async () => {
  for (const lifetime of [2 * MINUTE, 364 * DAY]) {
    const expiresAt = inFuture(lifetime);
    expect((await send({ expiresAt })).json.data.expiresAt).toBe(expiresAt);
  }
  await withoutNewToken(async () => {
    for (const lifetime of [-DAY, 0, MINUTE / 2, 366 * DAY]) {
      expectBadFields(await send({ expiresAt: inFuture(lifetime) }), ['expiresAt']);
    }
  });
});

test('a token is created for no other person, not even by an admin, who would see the secret', async () => {
  const account = await workspace.serviceAccount([team]);
  const stranger = await (await newWorkspace()).person('member');
  await withoutNewToken(async () => {
    for (const memberId of [member.id, account.id, stranger.id, randomUUID()]) {
      expectBadFields(await send({ memberId, teamRestriction: [team.id] }), ['memberId']);
      expectBadFields(await send({ memberId, teamRestriction: [team.id] }, { by: guest }), ['memberId']);
    }
  });
  expect((await send({ memberId: admin.id })).status).toBe(201);
});

describe('a token for a member who has not accepted yet', () => {
  const newMember = async (): Promise<{ id: string; email: string }> => {
    const body = { name: 'A bot', email: `${randomUUID()}@example.com`, role: 'member' };
    const { status, json, text } = await admin.client.post(`${workspace.path}/members`, body);
    expect(status, text).toBe(201);
    await workspace.operator.joinTeam({
      workspaceId: workspace.id,
      teamId: team.id,
      principalId: json.data.id,
    });
    return json.data;
  };

  async function accept({ id, email }: { id: string; email: string }) {
    const item = await getMemberItem(createReader(workspace.database), workspace.id, id);
    await commit(workspace.database, acceptMembership(item!, { email }, new Date()));
  }

  test('is created by an admin in teams of both, and ends when they accept', async () => {
    const bot = await newMember();
    const { id } = bot;
    const { status, json, text } = await send({ memberId: id, teamRestriction: [team.id] });
    expect([status, json.data?.principalId], text).toEqual([201, id]);
    const client = clientOf(json.token);
    expect((await client.get('/api/v1/me')).json.data).toMatchObject({ principalId: id, role: 'member' });
    await accept(bot);
    expectRefusal(await client.get('/api/v1/me'), 401, 'invalid_credential');
    expect(await tokensOf(id)).toMatchObject([{ id: json.data.id, revokedAt: expect.any(String) }]);
    expectBadFields(await send({ memberId: id, teamRestriction: [team.id] }), ['memberId']);
  });

  test('must name teams, so that it never reaches a private one of theirs', async () => {
    const { id } = await newMember();
    expectBadFields(await send({ memberId: id }), ['teamRestriction']);
    const hidden = await send({ memberId: id, teamRestriction: [team.id, closed.id] });
    expectBadFields(hidden, ['teamRestriction.1'], 'invalid_reference');
  });

  test('is not created by others', async () => {
    const { id } = await newMember();
    for (const by of [member, guest])
      expectBadFields(await send({ memberId: id, teamRestriction: [team.id] }, { by }), ['memberId']);
  });
});

test('members and guests create tokens for themselves, with their own rights', async () => {
  for (const by of [member, guest]) {
    const { status, json } = await send({ scopes: ['stories:read', 'webhooks:manage'] }, { by });
    expect([status, json.data.principalId]).toEqual([201, by.id]);
    const client = clientOf(json.token);
    expect((await client.get('/api/v1/me')).json.data.role).toBe(by === guest ? 'guest' : 'member');
    // Scopes give no role.
    expectRefusal(await client.get(`${workspace.path}/webhook-endpoints`), 403, 'insufficient_role');
  }
  const only = await send({ teamRestriction: [team.id] }, { by: member });
  expect([only.status, only.json.data.teamRestriction]).toEqual([201, [team.id]]);
});

describe('a token that another one creates', () => {
  test.each(['admin', 'member'] as const)('has no scope that it lacks, of %s', async (role) => {
    const { id } = role === 'admin' ? admin : member;
    const client = await workspace.clientFor(id, { scopes: ['tokens:manage', 'stories:read'] });
    expect((await send({ scopes: ['stories:read'] }, { by: { client } })).status).toBe(201);
    await withoutNewToken(async () => {
      const scopes = ['stories:read', 'stories:write', 'webhooks:manage'];
      const error = expectRefusal(await send({ scopes }, { by: { client } }), 403, 'insufficient_scope');
      expect(error.missingScopes).toEqual(['stories:write', 'webhooks:manage']);
    });
  });

  test('is refused without tokens:manage', async () => {
    const client = await workspace.clientFor(member.id, { scopes: ['stories:read'] });
    await withoutNewToken(async () => {
      expectRefusal(await send({ scopes: ['stories:read'] }, { by: { client } }), 403, 'insufficient_scope');
    });
  });

  test.each(['admin', 'member'] as const)(
    'is refused where it is restricted to teams, of %s',
    async (role) => {
      const { id } = role === 'admin' ? admin : member;
      const client = await workspace.clientFor(id, { teamIds: [team.id] });
      await withoutNewToken(async () => {
        const answer = await send({ teamRestriction: [team.id] }, { by: { client } });
        expectRefusal(answer, 403, 'restricted_credential');
      });
    },
  );
});

test('missing, hidden and foreign teams are refused in the same words', async () => {
  const foreign = await (await newWorkspace()).team();
  const answers = [];
  for (const id of [randomUUID(), closed.id, foreign.id]) answers.push(await send({ teamRestriction: [id] }));
  for (const answer of answers) expectBadFields(answer, ['teamRestriction.0'], 'invalid_reference');
  expectSameRefusal(answers);
});

test.each([
  [{ name: '' }, ['name']],
  [{ scopes: [] }, ['scopes']],
  [{ scopes: ['stories:read', 'stories:read'] }, ['scopes']],
  [{ scopes: ['everything'] }, ['scopes.0']],
  [{ scopes: undefined }, ['scopes']],
  [{ teamRestriction: [] }, ['teamRestriction']],
  [{ expiresAt: 'tomorrow' }, ['expiresAt']],
  [{ token: 'mine' }, ['token']],
])('a token with %j is refused', async (fields, paths) => {
  await withoutNewToken(async () => expectBadFields(await send(fields), paths));
});

test('service accounts create no token, not even their own', async () => {
  await withoutNewToken(async () => {
    const account = await workspace.serviceAccount([team], allScopes);
    expectRefusal(await send({}, { by: account }), 403, 'principal_not_supported');
  });
});
