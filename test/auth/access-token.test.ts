import { SignJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { ApiError } from '../../shared/kernel/core/errors.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { derivedKeys, parseKeyring, type KeyPurpose } from '../../shared/kernel/core/keyring.ts';
import { fixedKeys } from '../../shared/kernel/secrets/keys.ts';
import {
  authenticateOAuth,
  resolveOAuthCaller,
  signAccessToken,
} from '../../shared/kernel/auth/access-token.ts';
import { deleteGrant, putGrant, type Grant } from '../../shared/kernel/auth/grant-store.ts';
import { scopeOf, type Audience } from '../../shared/kernel/auth/audience.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';

let workspace: TestWorkspace;
let user: Person;
let now = new Date('2026-11-20T12:00:00.000Z');
const baseUrl = 'https://plotline.example';
const secret = 'a secret of the test';
const keyOf = (purpose: KeyPurpose) => derivedKeys(parseKeyring(secret), purpose, now).current.key;
const services = {
  keys: fixedKeys(secret),
  baseUrl: () => baseUrl,
  now: () => now,
};

beforeAll(async () => {
  workspace = await newWorkspace();
  user = await workspace.person('member', [await workspace.team()]);
});

async function newGrant(audience: Audience = 'mcp'): Promise<Grant> {
  const grant: Grant = {
    id: newId(now),
    userId: user.userId,
    clientId: 'a-client',
    clientName: 'A client',
    redirectHost: 'client.example',
    audience,
    createdAt: now.toISOString(),
    usedAt: now.toISOString(),
    generation: 0,
    seed: 'seed',
    endsAt: now.getTime() + 1_000_000_000,
  };
  await commit(workspace.database, [putGrant(grant)]);
  return grant;
}

const sign = async ({ id, userId, clientId, audience }: Grant) =>
  (
    await signAccessToken(
      { subject: { kind: 'person', userId }, grantId: id, clientId, audience, scopes: [scopeOf[audience]] },
      services,
    )
  ).token;

const placeOf = ({ id }: { id: string }) => ({ workspaceId: workspace.id, memberId: id });

const read = () => createReader(workspace.database);

const authenticate = (authorization: string | undefined, audience: Audience = 'mcp', query = '') =>
  authenticateOAuth({ authorization }, new URLSearchParams(query), audience, read(), services);

async function refusal(answer: Promise<unknown>): Promise<ApiError> {
  const error = await answer.catch((thrown: unknown) => thrown);
  if (error instanceof ApiError) return error;
  throw new Error('It was not refused.', { cause: error });
}

const metadata =
  'resource_metadata="https://plotline.example/.well-known/oauth-protected-resource/mcp", scope="mcp:access"';

describe('an access token', () => {
  test('stands for its user, with the rights of their membership', async () => {
    const grant = await newGrant();
    const principal = await authenticate(`Bearer ${await sign(grant)}`);
    expect(principal).toMatchObject({
      subject: { kind: 'person', userId: user.userId },
      clientId: 'a-client',
      clientName: 'A client',
      grantId: grant.id,
      scopes: ['mcp:access'],
      expiresAt: '2026-11-20T12:15:00.000Z',
    });
    const caller = await resolveOAuthCaller(principal, placeOf(user), read());
    expect(caller).toMatchObject({ kind: 'user', principalId: user.id, role: 'member' });
    expect(caller!.scopes.has('tokens:manage')).toBe(true);
    expect(caller!.teamIds.size).toBe(1);
  });

  test('for the API reads and writes stories, and nothing else', async () => {
    const principal = await authenticate(`Bearer ${await sign(await newGrant('api'))}`, 'api');
    expect([...(await resolveOAuthCaller(principal, placeOf(user), read()))!.scopes]).toEqual([
      'stories:read',
      'stories:write',
    ]);
  });

  test('is refused in a workspace that its user is not a member of, or no longer', async () => {
    const principal = await authenticate(`Bearer ${await sign(await newGrant())}`);
    const other = await newWorkspace();
    const elsewhere = { workspaceId: other.id, memberId: user.id };
    expect(await resolveOAuthCaller(principal, elsewhere, read())).toBeUndefined();
    const guest = await workspace.person('guest');
    const asGuest = { ...principal, subject: { kind: 'person', userId: guest.userId } } as const;
    expect(await resolveOAuthCaller(asGuest, placeOf(guest), read())).toBeDefined();
    // The member of somebody else.
    expect(await resolveOAuthCaller(asGuest, placeOf(user), read())).toBeUndefined();
    await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, guest.id))!);
    expect(await resolveOAuthCaller(asGuest, placeOf(guest), read())).toBeUndefined();
    const program = await workspace.serviceAccount();
    expect(await resolveOAuthCaller(principal, placeOf(program), read())).toBeUndefined();
  });

  test('expires after 15 minutes, and the error says so', async () => {
    const token = await sign(await newGrant());
    const start = now;
    now = new Date(start.getTime() + 15 * 60_000 - 1);
    expect((await authenticate(`Bearer ${token}`)).subject).toMatchObject({ userId: user.userId });
    now = new Date(start.getTime() + 15 * 60_000);
    const error = await refusal(authenticate(`Bearer ${token}`));
    now = start;
    expect(error.code).toBe('expired_credential');
    expect(error.headers['www-authenticate']).toBe(`Bearer error="invalid_token", ${metadata}`);
  });

  test('ends with its grant', async () => {
    const grant = await newGrant();
    const token = await sign(grant);
    await commit(workspace.database, [deleteGrant(grant)]);
    expect((await refusal(authenticate(`Bearer ${token}`))).code).toBe('invalid_credential');
  });

  test('for one audience is refused by the other', async () => {
    const forMcp = await sign(await newGrant('mcp'));
    const forApi = await sign(await newGrant('api'));
    expect((await refusal(authenticate(`Bearer ${forMcp}`, 'api'))).status).toBe(401);
    expect((await refusal(authenticate(`Bearer ${forApi}`, 'mcp'))).status).toBe(401);
  });

  test('that we did not sign is refused, however it is put', async () => {
    const grant = await newGrant();
    const genuine = await sign(grant);
    const [header, payload, signature] = genuine.split('.') as [string, string, string];
    const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const claims = JSON.parse(Buffer.from(payload, 'base64url').toString()) as Record<string, unknown>;
    const signed = (changed: object, type = 'at+jwt', key = keyOf('accessToken'), kid = '1') =>
      new SignJWT({ ...claims, ...changed }).setProtectedHeader({ alg: 'HS256', typ: type, kid }).sign(key);
    const forged = [
      `${header}.${encode({ ...claims, sub: newId(now) })}.${signature}`,
      `${encode({ alg: 'none', typ: 'at+jwt' })}.${payload}.`,
      `${header}.${payload}.`,
      `${header}.${payload}`,
      await signed({}, 'JWT'),
      await signed({}, 'at+jwt', keyOf('refreshToken')),
      await signed({}, 'at+jwt', Buffer.from(secret)),
      await signed({}, 'at+jwt', keyOf('accessToken'), '2'),
      await signed({ iss: 'https://elsewhere.example' }),
      await signed({ aud: 'https://elsewhere.example/mcp' }),
      await signed({ exp: undefined }),
      await signed({ grant_id: newId(now) }),
      await signed({ client_id: 'another-client' }),
      await signed({ sub: newId(now) }),
      user.token,
      'x',
      '',
    ];
    for (const token of forged) {
      const error = await refusal(authenticate(`Bearer ${token}`));
      expect([error.status, error.code], token).toEqual([401, 'invalid_credential']);
      expect(error.headers['www-authenticate']).toBe(`Bearer error="invalid_token", ${metadata}`);
    }
    expect((await authenticate(`Bearer ${await signed({})}`)).grantId).toBe(grant.id);
  });
});

test('a request without a token gets the challenge and no error', async () => {
  const error = await refusal(authenticate(undefined));
  expect([error.status, error.code]).toEqual([401, 'authentication_required']);
  expect(error.headers['www-authenticate']).toBe(`Bearer ${metadata}`);
});

test('a token in the URL is refused, also next to a good one', async () => {
  const token = await sign(await newGrant());
  const error = await refusal(authenticate(`Bearer ${token}`, 'mcp', `access_token=${token}`));
  expect([error.status, error.code]).toEqual([401, 'invalid_credential']);
});
