import { randomBytes, randomUUID } from 'node:crypto';
import { beforeAll, describe, expect, test } from 'vitest';
import { formatToken, parseToken } from '../../shared/kernel/auth/token.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { expectRefusal, expectSameRefusal } from '../support/answers.ts';
import { createClient, type Answer } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { addressOf, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let team: Team;
let member: Person;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  member = await workspace.person('member', [team]);
});

const { baseUrl } = sharedService();

/** Asks with an Authorization header as it is. */
const ask = (authorization?: string, path = '/api/v1/me'): Promise<Answer> =>
  createClient(baseUrl).request(
    'GET',
    path,
    authorization === undefined ? {} : { headers: { authorization } },
  );

const askAs = (token: string) => ask(`Bearer ${token}`);

function expectUnauthenticated(answer: Answer, code: Parameters<typeof expectRefusal>[2]) {
  expectRefusal(answer, 401, code);
  expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer realm="Plotline"/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.text).not.toContain(member.token.slice(-60));
}

describe('a token', () => {
  test('is taken whole, whatever the case of the scheme', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer  ']) {
      expect((await ask(`${scheme} ${member.token}`)).status).toBe(200);
    }
  });

  test('that is altered anywhere is refused', async () => {
    const { token } = member;
    for (let position = 0; position < token.length; position++) {
      const other = token[position] === 'A' ? 'B' : 'A';
      const altered = token.slice(0, position) + other + token.slice(position + 1);
      expectUnauthenticated(await askAs(altered), 'invalid_credential');
    }
  });

  test('that is cut, extended or made up is refused', async () => {
    const { token } = member;
    const made = [
      ...[1, 2, 20, 60, 111, 112].map((length) => token.slice(0, -length)),
      ...['A', '=', '.', ',', '"'].map((tail) => token + tail),
      token.slice(8),
      `${token}${token}`,
      token.toLowerCase(),
      token.replace('pat', 'xyz'),
      `plt_pat_${'A'.repeat(112)}`,
      'x',
    ];
    for (const text of made) expectUnauthenticated(await askAs(text), 'invalid_credential');
  });

  test('with a right checksum around a wrong part is refused, always in the same words', async () => {
    const genuine = parseToken(member.token)!;
    const colleague = parseToken((await workspace.person('admin', [team])).token)!;
    const elsewhere = await newWorkspace();
    const email = await addressOf(workspace, member.id);
    await elsewhere.operator.addMember({ workspaceId: elsewhere.id, name: 'Same', email, role: 'admin' });
    const forged = [
      { ...genuine, secret: randomBytes(32) },
      { ...genuine, secret: colleague.secret },
      { ...genuine, credentialId: randomUUID() },
      { ...genuine, credentialId: colleague.credentialId },
      { ...genuine, principalId: colleague.principalId },
      { ...genuine, principalId: randomUUID() },
      { ...genuine, workspaceId: elsewhere.id },
      { ...genuine, workspaceId: (await newWorkspace()).id },
      { ...genuine, workspaceId: randomUUID() },
      { ...genuine, kind: 'service' as const },
    ];
    const answers = await Promise.all(forged.map((token) => askAs(formatToken(token))));

    for (const answer of answers) {
      expectUnauthenticated(answer, 'invalid_credential');
      expectSameRefusal([answer, answers[0]!]);
    }
    expect((await askAs(formatToken(genuine))).status).toBe(200);
  });

  test('that has expired says so to its holder only', async () => {
    const { token } = await workspace.tokenFor(member.id, { lifetime: -1 });
    expectUnauthenticated(await askAs(token), 'expired_credential');

    const forged = formatToken({ ...parseToken(token)!, secret: randomBytes(32) });
    expectUnauthenticated(await askAs(forged), 'invalid_credential');
  });

  test('that is revoked is refused from the next request on; others of the person are not', async () => {
    const { token, credential } = await workspace.tokenFor(member.id);
    expect((await askAs(token)).status).toBe(200);
    await workspace.operator.revokeToken(credential);

    expectUnauthenticated(await askAs(token), 'invalid_credential');
    expect((await askAs(member.token)).status).toBe(200);
  });
});

describe('the Authorization header', () => {
  test.each([undefined, ''])('is required: %j', async (header) => {
    expectUnauthenticated(await ask(header), 'authentication_required');
  });

  test('takes one bearer token and nothing else', async () => {
    const { token } = member;
    const basic = Buffer.from(`${token}:`).toString('base64');
    const wrong = [
      token,
      'Bearer',
      `Bearer${token}`,
      `Basic ${basic}`,
      `Token ${token}`,
      `Bearer token=${token}`,
      `Bearer "${token}"`,
      `Bearer ${token} ${token}`,
      `Bearer ${token}, Bearer ${token}`,
      `Bearer ${token},Bearer ${token}`,
    ];
    for (const header of wrong) expectUnauthenticated(await ask(header), 'invalid_credential');
  });
});

describe('a token in the URL', () => {
  test.each(['access_token', 'token', 'api_key', 'authorization', 'q'])(
    'as %s is refused, even next to a good header',
    async (name) => {
      const path = `${workspace.path}/stories?${name}=${member.token}`;
      for (const header of [undefined, `Bearer ${member.token}`]) {
        expectUnauthenticated(await ask(header, path), 'invalid_credential');
      }
    },
  );

  test('is refused however it is written, and not sent back', async () => {
    const { token } = member;
    const escaped = token.replace('_', '%5F');
    for (const query of [token, `${token}=1`, `q=x${token}`, `q=${escaped}`, escaped]) {
      const answer = await ask(`Bearer ${token}`, `${workspace.path}/stories?${query}`);
      expectUnauthenticated(answer, 'invalid_credential');
    }
  });
});

describe('a change takes effect with the next request:', () => {
  const get = ({ client }: Person, path: string) => client.get(`${workspace.path}${path}`);

  test('leaving the workspace, which ends all tokens', async () => {
    const leaver = await workspace.person('member', [team]);
    expect((await get(leaver, '/teams')).status).toBe(200);
    const membership = await workspace.operator.getMember(workspace.id, leaver.id);
    await workspace.operator.removeMember(membership!);

    expectUnauthenticated(await get(leaver, '/teams'), 'invalid_credential');
  });

  test('a new role', async () => {
    const person = await workspace.person('guest', [team]);
    const body = { title: 'x', teamId: team.id };
    const create = () =>
      person.client.post(`${workspace.path}/stories`, body, { 'idempotency-key': randomUUID() });
    expectRefusal(await create(), 403, 'insufficient_role');

    const guest = (await workspace.operator.getMember(workspace.id, person.id))!;
    const promoted = await workspace.operator.updateMember(guest, { role: 'member' });
    expect((await create()).status).toBe(201);
    await workspace.operator.updateMember(promoted, { role: 'guest' });
    expectRefusal(await create(), 403, 'insufficient_role');
  });

  test('joining and leaving a team, also within a restriction', async () => {
    const second = await workspace.team();
    const person = await workspace.person('member', [team], { teamIds: [second.id] });
    const teamIds = async () => (await person.client.get('/api/v1/me')).json.data.teamIds;
    const place = { workspaceId: workspace.id, teamId: second.id, principalId: person.id };
    expect(await teamIds()).toEqual([]);

    await workspace.operator.joinTeam(place);
    expect(await teamIds()).toEqual([second.id]);
    await workspace.operator.leaveTeam(place);
    expect(await teamIds()).toEqual([]);
  });

  test("a service account's teams, and its deletion", async () => {
    const account = await workspace.serviceAccount([team]);
    const stored = (await workspace.operator.getServiceAccount(workspace.id, account.id))!;
    expect((await get(account, '/teams')).json.data).toHaveLength(1);
    await workspace.operator.changeServiceAccountTeam(stored, team.id, 'delete');
    expect((await get(account, '/teams')).json.data).toEqual([]);

    await workspace.operator.deleteServiceAccount(stored);
    expectUnauthenticated(await get(account, '/teams'), 'invalid_credential');
  });
});

test('a token of another workspace opens nothing here, in the same words for a workspace that does not exist', async () => {
  const elsewhere = await newWorkspace();
  const stranger = await elsewhere.person('admin');
  const answers = [
    await stranger.client.get(`${workspace.path}/teams`),
    await stranger.client.get(`/api/v1/workspaces/${randomUUID()}/teams`),
  ];

  for (const answer of answers) expectRefusal(answer, 403, 'workspace_mismatch');
  expectSameRefusal(answers);
  expect(
    (
      await stranger.client.get(
        `${elsewhere.path.toUpperCase().replace('/API/V1/WORKSPACES', '/api/v1/workspaces')}/teams`,
      )
    ).status,
  ).toBe(200);
});

test('a missing resource is reported before invalid input', async () => {
  const reader = await workspace.clientFor(member.id, { scopes: ['stories:read'] });
  const answer = await reader.post(`${workspace.path}/stories`, { nonsense: true });

  expect(expectRefusal(answer, 403, 'insufficient_scope').missingScopes).toEqual(['stories:write']);
  const anonymous = createClient(baseUrl).post(`${workspace.path}/stories`, { nonsense: true });
  expectUnauthenticated(await anonymous, 'authentication_required');
});
