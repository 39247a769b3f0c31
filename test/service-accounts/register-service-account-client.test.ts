import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { newAgentKey } from '../oauth/agent.ts';
import { expectBadFields, expectRefusal } from '../support/answers.ts';
import { newKey, newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
import { serviceAccountApi, type ServiceAccountApi } from './service-account-api.ts';

let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let api: ServiceAccountApi;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  api = serviceAccountApi(workspace, admin.client);
});

const register = (id: string, body: object, client = admin.client, headers = {}) =>
  client.post(`${api.root}/${id}/oauth-client`, body, headers);

test('public keys or their address are registered, and the answer has the client id', async () => {
  const { id } = await api.create([team.id]);
  const { publicJwk } = await newAgentKey();
  const { status, json } = await register(id, { jwks: { keys: [{ ...publicJwk, x5u: 'https://a.test' }] } });
  expect([status, json.data]).toEqual([
    201,
    { clientId: expect.any(String), serviceAccountId: id, jwks: { keys: [publicJwk] }, jwksUri: null },
  ]);
  const jwksUri = 'https://agents.test/keys.json';
  const replaced = (await register(id, { jwksUri })).json.data;
  expect(replaced).toEqual({ clientId: json.data.clientId, serviceAccountId: id, jwks: null, jwksUri });
});

test('a repeat with the same key registers nothing again', async () => {
  const { id } = await api.create();
  const [body, headers] = [{ jwksUri: 'https://agents.test/keys.json' }, { 'idempotency-key': newKey() }];
  const first = await register(id, body, admin.client, headers);
  const again = await register(id, body, admin.client, headers);
  expect(again.json).toEqual(first.json);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
});

test('a registration with neither or both is refused, and so are keys that are secret, weak or of another kind', async () => {
  const { id } = await api.create();
  const [{ publicJwk }, rsa] = [await newAgentKey(), await newAgentKey('RS256')];
  const keys = (...all: object[]) => ({ jwks: { keys: all } });
  const jwksUri = 'https://agents.test/keys.json';
  expectBadFields(await register(id, {}), ['body']);
  expectBadFields(await register(id, { ...keys(publicJwk), jwksUri }), ['body']);
  const at = 'jwks.keys.0';
  for (const key of [
    { ...publicJwk, d: 'secret' },
    { kty: 'oct', k: 'c2VjcmV0' },
    rsa.publicJwk,
    { ...publicJwk, y: publicJwk.x },
    { ...publicJwk, crv: 'P-384' },
    { ...publicJwk, use: 'enc' },
    {},
  ])
    expectBadFields(await register(id, keys(key)), [at]);
  expectBadFields(await register(id, keys(publicJwk, publicJwk)), ['jwks.keys']);
  expectBadFields(await register(id, { jwks: { keys: [] } }), ['jwks.keys']);
  for (const uri of ['http://agents.test/keys', 'https://127.0.0.1/keys', 'https://localhost/keys', 'keys'])
    expectBadFields(await register(id, { jwksUri: uri }), ['jwksUri']);
});

test('only admins who have all scopes and teams of the account register its keys', async () => {
  const closed = await workspace.team({ private: true });
  const body = { jwksUri: 'https://agents.test/keys.json' };
  const hidden = await workspace.serviceAccount([team, closed], ['stories:read']);
  expectBadFields(await register(hidden.id, body), ['path.serviceAccountId']);
  const { id } = await api.create([team.id]);
  const weak = await workspace.clientFor(admin.id, { scopes: ['tokens:manage', 'stories:read'] });
  expectRefusal(await register(id, body, weak), 403, 'insufficient_scope');
  const member = await workspace.person('member', [team]);
  expectRefusal(await register(id, body, member.client), 403, 'insufficient_role');
  const account = await workspace.serviceAccount([team]);
  expectRefusal(await register(id, body, account.client), 403, 'principal_not_supported');
  for (const other of [randomUUID(), admin.id]) {
    expectRefusal(await register(other, body), 404, 'not_found');
  }
});
