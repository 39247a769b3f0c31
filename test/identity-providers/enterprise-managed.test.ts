import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { identityProviderOperations } from '../../shared/identity/identity-providers/index.ts';
import { confirmIdentityProvider } from '../../shared/identity/identity-providers/confirm-identity-provider.ts';
import { operationRoute } from '../../shared/kernel/api/http/operation-route.ts';
import * as requests from '../../shared/kernel/net/public-request.ts';
import { oauthRoutes } from '../../shared/pages/oauth/index.ts';
import { getStory } from '../../shared/planning/stories/get-story.ts';
import { mcpRoutes } from '../../shared/surface/mcp/index.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { oauthApi, type RegisteredClient } from '../support/oauth.ts';
import {
  addressOf,
  createStoryAs,
  newKey,
  newWorkspace,
  type Person,
  type TestWorkspace,
} from '../support/workspace.ts';
import { newCompany, type Company } from './company.ts';
import { listedWorkspaces, restApi } from './service-api.ts';

const GRANT = 'urn:ietf:params:oauth:grant-type:jwt-bearer';
const companies = new Map<string, Company>();
/** The TXT records of the outside world. */
const records = new Map<string, string[]>();

let service: ClockedService;
let workspace: TestWorkspace;
let admin: Person;
let company: Company;
let member: { id: string; userId: string; email: string };
let client: RegisteredClient;

beforeAll(async () => {
  const operations = [...identityProviderOperations, getStory].map(operationRoute);
  service = await startClockedService([...oauthRoutes, ...mcpRoutes, ...operations], {
    resolveTxt: (name) => Promise.resolve(records.get(name) ?? []),
  });
  vi.spyOn(requests, 'publicRequest').mockImplementation((request) =>
    companies.get(request.url.hostname)!.answer(request),
  );
  client = await oauthApi(service.baseUrl).client();
});
afterAll(() => service.stop());

beforeEach(async () => {
  workspace = await newWorkspace();
  admin = await workspace.person('admin');
  company = await newCompany(() => service.now);
  companies.set(new URL(company.issuer).hostname, company);
  member = await newMember(`someone@${company.domain}`);
});

async function newMember(email: string, place = workspace) {
  const added = { workspaceId: place.id, name: 'Someone', email, role: 'member' } as const;
  const { id } = await place.operator.addMember(added);
  const { userId } = await place.operator.personOf({ workspaceId: place.id, id });
  return { id, userId, email };
}

const providers = (person: Person = admin, place = workspace) => {
  const own = restApi(service.baseUrl, person.token);
  const at = (id: string) => `${place.path}/identity-providers/${id}`;
  return {
    put: (id = 'main', changes: object = {}) =>
      own.put(at(id), {
        issuer: company.issuer,
        audience: service.baseUrl,
        emailDomains: [company.domain],
        ...changes,
      }),
    verify: (id = 'main') => own.post(`${at(id)}/verify`),
    get: (id = 'main') => own.get(at(id)),
    list: () => own.get(`${place.path}/identity-providers`),
    delete: (id = 'main') => own.delete(at(id)),
  };
};

/** Has the workspace trust the company, by DNS. */
async function trust(api = providers(), changes: object = {}) {
  const { status, json, text } = await api.put('main', changes);
  expect(status, text).toBe(200);
  for (const { name, value } of json.data.verification) records.set(name, [value, 'v=spf1 -all']);
  const verified = await api.verify();
  expect(verified.status, verified.text).toBe(200);
  return verified.json.data;
}

const workspacesOf = (accessToken: string) => listedWorkspaces(service.baseUrl, accessToken);

const claims = (changes: object = {}) => ({
  aud: service.baseUrl,
  client_id: client.id,
  email: member.email,
  email_verified: true,
  ...changes,
});

const exchange = (assertion: string, more: Record<string, string> = {}) =>
  oauthApi(service.baseUrl).token({ grant_type: GRANT, client_id: client.id, assertion, ...more });

const token = async (changes: object = {}, more: Record<string, string> = {}) =>
  await exchange(await company.sign(claims(changes)), more);

async function refusal(changes: object, header: object = {}): Promise<[number, string]> {
  const { status, json } = await exchange(await company.sign(claims(changes), header));
  return [status, json.error];
}

describe('the trust in a provider', () => {
  test('counts once its domains are verified by DNS', async () => {
    const api = providers();
    const { json } = await api.put();
    expect(json.data).toMatchObject({
      id: 'main',
      issuer: company.issuer,
      verifiedAt: null,
      verification: [
        {
          name: `_plotline.${company.domain}`,
          value: expect.stringMatching(/^plotline-verification=.{32}$/),
        },
      ],
    });
    expect((await api.verify()).status).toBe(409);
    expect((await token()).json.error).toBe('invalid_grant');
    const provider = await trust(api);
    expect(provider.verifiedAt).not.toBeNull();
    expect((await api.verify()).json.data).toEqual(provider);
    const acts = await admin.client.get(`${workspace.path}/audit-events`, {
      type: 'identity_provider.verified',
    });
    expect(acts.json.data.map(({ target }: any) => target.name)).toEqual([company.issuer]);
    expect((await api.get()).json.data).toEqual(provider);
    expect((await api.list()).json.data).toEqual([provider]);
    expect((await token()).status).toBe(200);
  });

  test("counts once the operator verifies it, and not by another workspace's record", async () => {
    const api = providers();
    const elsewhere = await newWorkspace();
    const other = providers(await elsewhere.person('admin'), elsewhere);
    const { json } = await other.put();
    for (const { name, value } of json.data.verification) records.set(name, [value]);
    await api.put();
    expect((await api.verify()).status).toBe(409);
    const body = { identityProviderId: 'main' };
    await workspace.operator.within(workspace.id).run(confirmIdentityProvider, { body });
    expect((await token()).status).toBe(200);
  });

  test('is verified again for another issuer or domain, but not for less trust', async () => {
    const api = providers();
    await trust(api, { emailDomains: [company.domain, `second.${company.domain}`] });
    const narrowed = await api.put();
    expect(narrowed.json.data.verifiedAt).not.toBeNull();
    expect((await api.put()).json.data).toEqual(narrowed.json.data);
    const wider = await api.put('main', { emailDomains: [company.domain, 'example.org'] });
    expect(wider.json.data.verifiedAt).toBeNull();
    expect((await token()).json.error).toBe('invalid_grant');
  });

  test('is for admins, with an issuer and domains that exist on the Internet', async () => {
    const { put } = providers(await workspace.person('member'));
    expect((await put()).status).toBe(403);
    const bad = [
      { issuer: 'http://login.example.com' },
      { issuer: 'https://127.0.0.1' },
      { issuer: `${company.issuer}/?x=1` },
      { emailDomains: [] },
      { emailDomains: ['localhost'] },
      { emailDomains: ['a@example.com'] },
      { audience: '' },
    ];
    for (const changes of bad)
      expect((await providers().put('main', changes)).status, JSON.stringify(changes)).toBe(400);
    expect((await providers().put('%23x')).status).toBe(400);
  });
});

describe('a token of an identity provider', () => {
  beforeEach(() => trust());

  test('is for its person in that workspace only, without a refresh token', async () => {
    const elsewhere = await newWorkspace();
    await newMember(member.email, elsewhere);
    const { json } = await token({ resource: `${service.baseUrl}/mcp`, scope: 'mcp:read' });
    expect(json).toEqual({
      access_token: expect.any(String),
      token_type: 'Bearer',
      expires_in: 900,
      scope: 'mcp:read',
    });
    expect(await workspacesOf(json.access_token)).toEqual([200, [workspace.id]]);
  });

  test('for the API reads stories of its person', async () => {
    const team = await workspace.team();
    const mate = await workspace.person('member', [team]);
    const story = await createStoryAs(mate.client, workspace, { teamId: team.id });
    const { json } = await token({}, { resource: `${service.baseUrl}/api/v1` });
    const api = restApi(service.baseUrl, json.access_token);
    expect((await api.get(`${workspace.path}/stories/${story.id}`)).status).toBe(404);
    await workspace.operator.joinTeam({ workspaceId: workspace.id, teamId: team.id, principalId: member.id });
    expect((await api.get(`${workspace.path}/stories/${story.id}`)).status).toBe(200);
  });

  test('stops working with the membership', async () => {
    const { json } = await token();
    expect(await workspacesOf(json.access_token)).toEqual([200, [workspace.id]]);
    await workspace.operator.removeMember((await workspace.operator.getMember(workspace.id, member.id))!);
    expect((await workspacesOf(json.access_token))[1]).toBeUndefined();
    expect(await refusal({})).toEqual([400, 'invalid_grant']);
  });

  test('stops working with the trust, and with any change of it', async () => {
    const [first, api] = [(await token()).json.access_token, providers()];
    await api.put('main', { audience: `${service.baseUrl}/other` });
    expect((await workspacesOf(first))[0]).toBe(401);
    await api.put();
    const second = (await token()).json.access_token;
    expect((await workspacesOf(first))[0]).toBe(401);
    expect((await workspacesOf(second))[0]).toBe(200);
    expect((await api.delete()).status).toBe(200);
    expect((await workspacesOf(second))[0]).toBe(401);
    expect(await refusal({})).toEqual([400, 'invalid_grant']);
    expect((await api.get()).status).toBe(404);
  });

  test('has no scope that the assertion does not allow', async () => {
    const reading = { scope: 'mcp:read openid' };
    expect((await token(reading)).json.scope).toBe('mcp:read');
    expect((await token(reading, { scope: 'mcp:write' })).json.error).toBe('invalid_scope');
    expect((await token({ scope: 'openid' })).json.error).toBe('invalid_scope');
    expect((await token({}, { scope: 'mcp:read' })).json.scope).toBe('mcp:read');
    const resource = `${service.baseUrl}/mcp`;
    const other = await token({ resource }, { resource: `${service.baseUrl}/api/v1` });
    expect(other.json.error).toBe('invalid_target');
    expect((await token({ resource: 'https://elsewhere.test' })).json.error).toBe('invalid_target');
  });

  test('follows the subject once its address has said who it is', async () => {
    const sub = newKey();
    expect(await refusal({ sub, email: undefined })).toEqual([400, 'invalid_grant']);
    expect((await token({ sub })).status).toBe(200);
    expect((await token({ sub, email: undefined, email_verified: undefined })).status).toBe(200);
    const another = await newMember(`another@${company.domain}`);
    expect(await refusal({ sub, email: another.email })).toEqual([400, 'invalid_grant']);
  });
});

describe('the token endpoint refuses', () => {
  const invalid = [400, 'invalid_grant'];
  beforeEach(() => trust());

  test('an assertion that was used before, also by concurrent requests', async () => {
    const assertion = await company.sign(claims());
    const answers = await Promise.all(Array.from({ length: 5 }, () => exchange(assertion)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400, 400]);
  });

  test('claims that are missing, of others or out of time', async () => {
    const now = Math.floor(service.now.getTime() / 1000);
    const other = await oauthApi(service.baseUrl).client();
    const changes = [
      { aud: 'https://elsewhere.test' },
      { aud: [service.baseUrl, 'https://elsewhere.test'] },
      { client_id: other.id },
      { client_id: undefined },
      { exp: now - 60 },
      { exp: now + 3600 },
      { exp: undefined },
      { iat: now + 120 },
      { jti: undefined },
      { sub: undefined },
      { email_verified: false },
      { email_verified: 'true' },
      { email_verified: undefined },
      { email: `x@sub.${company.domain}` },
      { email: `nobody@${company.domain}` },
      { email: await addressOf(workspace, admin.id) },
      { email: [member.email] },
      { iss: 'https://elsewhere.test' },
    ];
    for (const one of changes) expect(await refusal(one), JSON.stringify(one)).toEqual(invalid);
  });

  test('other types, keys and algorithms', async () => {
    for (const header of [{ typ: 'JWT' }, { typ: undefined }, { typ: 'at+jwt' }, { kid: 'unknown' }]) {
      expect(await refusal({}, header), JSON.stringify(header)).toEqual(invalid);
    }
    const { privateKey } = await generateKeyPair('RS256');
    expect((await exchange(await company.sign(claims(), {}, privateKey))).json.error).toBe('invalid_grant');
    const mac = await new SignJWT({ ...claims(), iss: company.issuer, sub: 'x', jti: newKey() })
      .setProtectedHeader({ alg: 'HS256', kid: 'current', typ: 'oauth-id-jag+jwt' })
      .setExpirationTime('2m')
      .sign(Buffer.from('current'));
    expect((await exchange(mac)).json.error).toBe('invalid_grant');
    expect((await exchange('no JWT')).json.error).toBe('invalid_grant');
  });

  test('an unknown client, and metadata that names another issuer', async () => {
    const assertion = await company.sign(claims({ client_id: 'stranger' }));
    const { status, json } = await exchange(assertion, { client_id: 'stranger' });
    expect([status, json.error]).toEqual([401, 'invalid_client']);
    const impostor = await newCompany(() => service.now);
    companies.set(new URL(impostor.issuer).hostname, { ...impostor, answer: company.answer });
    await trust(providers(), { issuer: impostor.issuer });
    const theirs = await exchange(await company.sign(claims({ iss: impostor.issuer })));
    expect([theirs.status, theirs.json.error]).toEqual(invalid);
  });
});

test('the keys are fetched once', async () => {
  await trust();
  await token();
  await token();
  expect(company.asked).toBe(2);
});

test('a client names one of two workspaces of one company', async () => {
  await trust();
  const second = await newWorkspace();
  await newMember(member.email, second);
  await trust(providers(await second.person('admin'), second));
  const { status, json } = await token();
  expect([status, json.error]).toEqual([400, 'invalid_request']);
  expect(json.error_description).toContain(second.id);
  const chosen = await token({}, { workspace_id: second.id });
  expect(await workspacesOf(chosen.json.access_token)).toEqual([200, [second.id]]);
});
