import { SignJWT, UnsecuredJWT } from 'jose';
import { beforeAll, describe, expect, test } from 'vitest';
import { parseAgentClientId } from '../../shared/kernel/auth/agent-client-store.ts';
import type { Team } from '../../shared/identity/team/team.ts';
import { mcpClient } from '../mcp/mcp-client.ts';
import { serviceAccountApi, type ServiceAccountApi } from '../service-accounts/service-account-api.ts';
import { createClient } from '../support/client.ts';
import { expectRefusal } from '../support/answers.ts';
import { oauthApi } from '../support/oauth.ts';
import { planningApi } from '../support/planning.ts';
import { sharedService } from '../support/service.ts';
import {
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';
import { agentFields, newAgentKey, signAssertion, type AgentKey } from './agent.ts';

const { baseUrl } = sharedService();
const oauth = oauthApi(baseUrl);
const scopes = ['stories:read', 'stories:write', 'comments:read', 'comments:write', 'teams:read'] as const;
let workspace: TestWorkspace;
let team: Team;
let admin: Person;
let accounts: ServiceAccountApi;
let key: AgentKey;
let account: Person;
let clientId: string;

beforeAll(async () => {
  workspace = await newWorkspace();
  team = await workspace.team();
  admin = await workspace.person('admin', [team]);
  accounts = serviceAccountApi(workspace, admin.client);
  key = await newAgentKey();
  ({ account, clientId } = await newAgent(key));
});

const register = (id: string, body: object, client = admin.client) =>
  client.post(`${accounts.root}/${id}/oauth-client`, body);

async function newAgent({ publicJwk }: AgentKey) {
  const account = await workspace.serviceAccount([team], scopes);
  const { status, json, text } = await register(account.id, { jwks: { keys: [publicJwk] } });
  expect(status, text).toBe(201);
  return { account, clientId: json.data.clientId as string };
}

const tokenOf = async (more: Record<string, string> = {}, id = clientId, by = key) =>
  oauth.token(agentFields(await signAssertion(by, id, baseUrl), more));

async function accessToken(more: Record<string, string> = {}, id = clientId, by = key): Promise<string> {
  const { status, json } = await tokenOf(more, id, by);
  expect(status, JSON.stringify(json)).toBe(200);
  return json.access_token;
}

const api = () => ({ resource: `${baseUrl}/api/v1` });

test('names over MCP mean only what the account may list', async () => {
  const plan = planningApi(workspace, admin.client);
  const objective = await plan.objective(team);
  const { name } = await plan.keyResult(objective, { name: 'Of nobody else' });
  const story = await createStoryAs(admin.client, workspace, { teamId: team.id });
  const mcp = mcpClient(await accessToken({ resource: `${baseUrl}/mcp` }));
  for (const keyResultId of [name, 'Another']) {
    const stories = [{ story: story.reference, expectedUpdatedAt: story.updatedAt, keyResultId }];
    const { isError, content } = await mcp.callTool('update_stories', { stories });
    expect(isError).toBe(true);
    expect(JSON.parse(content[0].text).error).toMatchObject({
      code: 'insufficient_scope',
      missingScopes: ['objectives:read'],
    });
    expect(content[0].text).not.toContain('nobody else');
  }
});

describe.each(['ES256', 'EdDSA'])('with an %s key,', (alg) => {
  test('a token works over MCP at once, as the account', async () => {
    const own = await newAgentKey(alg);
    const agent = await newAgent(own);
    const { json } = await tokenOf({ resource: `${baseUrl}/mcp` }, agent.clientId, own);
    expect(json).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'mcp:access',
    });
    const mcp = mcpClient(json.access_token);
    const listed = await mcp.use('list_workspaces', {});
    expect(listed.data).toEqual([expect.objectContaining({ id: workspace.id, memberId: agent.account.id })]);
    const made = await mcp.use('create_story', {
      workspaceId: workspace.id,
      teamId: team.id,
      title: 'By an agent',
      idempotencyKey: newKey(),
    });
    const { json: story } = await admin.client.get(`${workspace.path}/stories/${made.data.id}`);
    expect(story.data.reporterId).toBe(agent.account.id);
  });

  test('a token works over REST at once, with the scopes of the account', async () => {
    const own = await newAgentKey(alg);
    const agent = await newAgent(own);
    const { json } = await tokenOf(api(), agent.clientId, own);
    expect(json.scope.split(' ').sort()).toEqual(scopes.toSorted());
    const client = createClient(baseUrl, json.access_token);
    const story = await createStoryAs(client, workspace, { teamId: team.id });
    expect(story.reporterId).toBe(agent.account.id);
    const { json: me } = await client.get('/api/v1/me');
    expect(me.data).toMatchObject({ principalId: agent.account.id, principalType: 'service_account' });
    expectRefusal(
      await client.get(`${workspace.path}/sprints`, { teamId: team.id }),
      403,
      'insufficient_scope',
    );
    const other = await newWorkspace();
    expectRefusal(await client.get(`${other.path}/stories`), 403, 'workspace_mismatch');
  });
});

test('a request narrows scopes, and gets none that the account lacks', async () => {
  const narrow = await tokenOf({ ...api(), scope: 'stories:read objectives:read' });
  expect(narrow.json.scope).toBe('stories:read');
  const client = createClient(baseUrl, narrow.json.access_token);
  expect((await client.get(`${workspace.path}/stories`)).status).toBe(200);
  const body = { title: 'x', teamId: team.id };
  const refused = await client.post(`${workspace.path}/stories`, body, { 'idempotency-key': newKey() });
  expectRefusal(refused, 403, 'insufficient_scope');
  const none = await tokenOf({ ...api(), scope: 'objectives:read' });
  expect([none.status, none.json.error]).toEqual([400, 'invalid_scope']);
  const reading = mcpClient(await accessToken({ scope: 'mcp:read' }));
  const { status } = await reading.send('tools/call', { name: 'create_story', arguments: {} });
  expect(status).toBe(403);
});

test('the tools listed are those that the scopes of the account allow', async () => {
  const mcp = mcpClient(await accessToken());
  const names = (await mcp.send('tools/list')).json.result.tools.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['list_workspaces', 'list_stories', 'create_story']));
  expect(names).not.toContain('create_objective');
  const { result } = (
    await mcp.send('tools/call', { name: 'list_sprints', arguments: { workspaceId: workspace.id } })
  ).json;
  expect(result.isError).toBe(true);
});

test('tokens of the two resources are not interchangeable', async () => {
  const [forMcp, forApi] = [await accessToken(), await accessToken(api())];
  expect((await createClient(baseUrl, forMcp).get(`${workspace.path}/stories`)).status).toBe(401);
  expect((await mcpClient(forApi).send('tools/list')).status).toBe(401);
  const other = await tokenOf({ resource: `${baseUrl}/elsewhere` });
  expect([other.status, other.json.error]).toEqual([400, 'invalid_target']);
});

describe('from the next request on,', () => {
  const use = (token: string) => createClient(baseUrl, token).get(`${workspace.path}/stories`);
  const overMcp = async (token: string) =>
    (await mcpClient(token).send('tools/call', { name: 'list_workspaces', arguments: {} })).status;

  test('the current scopes and teams of the account count', async () => {
    const own = await newAgentKey();
    const agent = await newAgent(own);
    const token = await accessToken(api(), agent.clientId, own);
    await createStoryAs(admin.client, workspace, { teamId: team.id });
    expect((await use(token)).json.data.length).toBeGreaterThan(0);
    await accounts.take(agent.account.id, team.id);
    expect((await use(token)).json.data).toEqual([]);
    await accounts.update(await accounts.read(agent.account.id), { scopes: ['comments:read'] });
    expectRefusal(await use(token), 403, 'insufficient_scope');
    // What is added later is not in the token.
    const wider = ['stories:read', 'stories:write', 'objectives:read'];
    await accounts.update(await accounts.read(agent.account.id), { scopes: wider });
    const client = createClient(baseUrl, token);
    expect((await client.get('/api/v1/me')).json.data.scopes.sort()).toEqual([
      'stories:read',
      'stories:write',
    ]);
  });

  test('other keys end the tokens of the former ones', async () => {
    const [own, next] = [await newAgentKey(), await newAgentKey()];
    const agent = await newAgent(own);
    const [rest, mcp] = [
      await accessToken(api(), agent.clientId, own),
      await accessToken({}, agent.clientId, own),
    ];
    const { json } = await register(agent.account.id, { jwks: { keys: [next.publicJwk] } });
    expect(json.data.clientId).toBe(agent.clientId);
    expect((await use(rest)).status).toBe(401);
    expect(await overMcp(mcp)).toBe(401);
    expect((await tokenOf({}, agent.clientId, own)).json.error).toBe('invalid_client');
    expect((await use(await accessToken(api(), agent.clientId, next))).status).toBe(200);
  });

  test('a deleted account has no access, and cannot come back', async () => {
    const own = await newAgentKey();
    const agent = await newAgent(own);
    const [rest, mcp] = [
      await accessToken(api(), agent.clientId, own),
      await accessToken({}, agent.clientId, own),
    ];
    expect((await accounts.delete(agent.account.id)).status).toBe(200);
    expect((await use(rest)).status).toBe(401);
    expect(await overMcp(mcp)).toBe(401);
    expect((await tokenOf({}, agent.clientId, own)).json.error).toBe('invalid_client');
    expectRefusal(await register(agent.account.id, { jwks: { keys: [own.publicJwk] } }), 404, 'not_found');
  });
});

describe('the token endpoint refuses', () => {
  const refusal = async (assertion: string, more: Record<string, string> = {}) => {
    const { status, json } = await oauth.token(agentFields(assertion, more));
    return [status, json.error];
  };
  const invalid = [401, 'invalid_client'];

  test('an assertion that was used before, also by concurrent requests', async () => {
    const assertion = await signAssertion(key, clientId, baseUrl);
    const answers = await Promise.all(Array.from({ length: 6 }, () => oauth.token(agentFields(assertion))));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401, 401]);
    expect(await refusal(assertion)).toEqual(invalid);
    // The token endpoint as audience makes it no other assertion.
    const jti = newKey();
    const twice = (aud: string) => signAssertion(key, clientId, aud, { claims: { jti } });
    expect((await oauth.token(agentFields(await twice(baseUrl)))).status).toBe(200);
    expect(await refusal(await twice(`${baseUrl}/oauth/token`))).toEqual(invalid);
  });

  test('claims that are missing, of others, too long or out of time', async () => {
    const now = Math.floor(Date.now() / 1000);
    const other = await newAgent(await newAgentKey());
    const changes: Record<string, unknown>[] = [
      { iss: other.clientId },
      { sub: other.clientId },
      { iss: 'someone' },
      { aud: `${baseUrl}/mcp` },
      { aud: 'https://elsewhere.example' },
      { aud: [baseUrl, 'https://elsewhere.example'] },
      { aud: undefined },
      { exp: now + 6 * 60 },
      { exp: now - 60 },
      { exp: undefined },
      { iat: now + 60 },
      { nbf: now + 60 },
      { jti: undefined },
      { jti: '' },
      { jti: 'x'.repeat(300) },
    ];
    for (const claims of changes) {
      const assertion = await signAssertion(key, clientId, baseUrl, { claims });
      expect(await refusal(assertion), JSON.stringify(claims)).toEqual(invalid);
    }
  });

  test("another account's key, an unknown kid, and keys that the header brings along", async () => {
    const strange = await newAgentKey();
    await newAgent(strange);
    const named = { ...strange, publicJwk: { ...strange.publicJwk, kid: key.publicJwk.kid! } };
    expect(await refusal(await signAssertion(strange, clientId, baseUrl))).toEqual(invalid);
    expect(await refusal(await signAssertion(named, clientId, baseUrl))).toEqual(invalid);
    const headers = [
      { kid: '../../keys' },
      { jwk: strange.publicJwk },
      { jku: 'https://elsewhere.example/keys' },
      { typ: 'at+jwt' },
      { typ: 'oauth-id-jag+jwt' },
    ];
    for (const header of headers) {
      const by = 'jwk' in header || 'jku' in header ? strange : key;
      expect(await refusal(await signAssertion(by, clientId, baseUrl, { header }))).toEqual(invalid);
    }
  });

  test('other algorithms: none, and a MAC with the public key as its secret', async () => {
    const claims = { iss: clientId, sub: clientId, aud: baseUrl, jti: newKey() };
    const unsigned = new UnsecuredJWT(claims).setExpirationTime('1m').encode();
    expect(await refusal(unsigned)).toEqual(invalid);
    const mac = await new SignJWT(claims)
      .setProtectedHeader({ alg: 'HS256', kid: key.publicJwk.kid! })
      .setExpirationTime('1m')
      .sign(Buffer.from(JSON.stringify(key.publicJwk)));
    expect(await refusal(mac)).toEqual(invalid);
    const rsa = await newAgentKey('RS256');
    expect(await refusal(await signAssertion(rsa, clientId, baseUrl))).toEqual(invalid);
  });

  test('a client_id that is not the issuer, a secret, and a missing assertion', async () => {
    const assertion = () => signAssertion(key, clientId, baseUrl);
    expect(await refusal(await assertion(), { client_id: 'another' })).toEqual(invalid);
    expect(await refusal(await assertion(), { client_secret: 'x' })).toEqual(invalid);
    expect(await refusal(await assertion(), { client_assertion_type: 'urn:other' })).toEqual(invalid);
    expect(await refusal('not a JWT')).toEqual(invalid);
    const { status, json } = await oauth.token({ grant_type: 'client_credentials', client_id: clientId });
    expect([status, json.error]).toEqual(invalid);
    expect((await oauth.token(agentFields(await assertion(), { client_id: clientId }))).status).toBe(200);
  });
});

test('an access token without a grant cannot be revoked on its own, and the answer says so', async () => {
  const { status, json } = await oauth.revoke({ token: await accessToken() });
  expect([status, json.error]).toEqual([400, 'unsupported_token_type']);
});

test('a client id names the account and nothing else', () => {
  expect(parseAgentClientId(clientId)).toEqual({ workspaceId: workspace.id, accountId: account.id });
  for (const text of ['agent_', `${clientId}A`, clientId.slice(0, -1), clientId.toUpperCase(), 'x'])
    expect(parseAgentClientId(text)).toBeUndefined();
});
