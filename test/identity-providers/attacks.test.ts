import { generateKeyPair } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { identityProviderOperations } from '../../shared/identity/identity-providers/index.ts';
import { operationRoute } from '../../shared/kernel/api/http/operation-route.ts';
import * as requests from '../../shared/kernel/net/public-request.ts';
import { oauthRoutes } from '../../shared/pages/oauth/index.ts';
import { mcpRoutes } from '../../shared/surface/mcp/index.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { oauthApi, type RegisteredClient } from '../support/oauth.ts';
import { newWorkspace, type Person, type TestWorkspace } from '../support/workspace.ts';
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
  const operations = identityProviderOperations.map(operationRoute);
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

test('another issuer is not verified by the records of the one before', async () => {
  const api = providers();
  const { verification } = await trust(api);
  const impostor = await newCompany(() => service.now);
  const { json } = await api.put('main', { issuer: impostor.issuer });
  expect(json.data.verifiedAt).toBeNull();
  expect(json.data.verification[0].value).not.toBe(verification[0].value);
  expect((await api.verify()).status).toBe(409);
});

test.each(['n of 1024 bits', 'n that is no number'])(
  "a key with an %s is not accepted as the issuer's",
  async (what) => {
    const n = what.includes('1024') ? Buffer.alloc(128, 0xab).toString('base64url') : `${'A'.repeat(400)}!!`;
    const keys = [{ kty: 'RSA', n, e: 'AQAB', kid: 'current', use: 'sig' }];
    const { answer } = company;
    company.answer = async (request) => {
      const found = await answer(request);
      return request.url.pathname === '/keys'
        ? { ...found, body: Buffer.from(JSON.stringify({ keys })) }
        : found;
    };
    await trust();
    const { status, json } = await token();
    expect([status, json.error]).toEqual([400, 'invalid_grant']);
  },
);

test('another workspace with the same issuer for its own domains does not get in the way', async () => {
  await trust();
  const other = await newWorkspace();
  const api = providers(await other.person('admin'), other);
  await trust(api, { emailDomains: [`other-${company.domain}`] });
  const { json } = await token();
  expect(await workspacesOf(json.access_token)).toEqual([200, [workspace.id]]);
});

test('a client without an assertion of the issuer does not learn which workspaces trust it', async () => {
  await trust();
  const second = await newWorkspace();
  await trust(providers(await second.person('admin'), second));
  const { privateKey } = await generateKeyPair('RS256');
  const { json } = await exchange(await company.sign(claims(), {}, privateKey));
  expect(json.error).toBe('invalid_grant');
  expect(json.error_description).not.toContain(workspace.id);
});
