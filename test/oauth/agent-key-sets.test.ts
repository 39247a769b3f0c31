import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { agentClientId, putAgentClient } from '../../shared/kernel/auth/agent-client-store.ts';
import { newId } from '../../shared/kernel/core/id.ts';
import { commit } from '../../shared/kernel/db/write.ts';
import { LookupFailed } from '../../shared/kernel/net/address-refused.ts';
import * as requests from '../../shared/kernel/net/public-request.ts';
import { oauthRoutes } from '../../shared/pages/accounts/index.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { oauthApi } from '../support/oauth.ts';
import { newKey, newWorkspace } from '../support/workspace.ts';
import { agentFields, newAgentKey, signAssertion, type AgentKey } from './agent.ts';

const MINUTE_MS = 60_000;
/** What stands at the address of the key set, and how often it was asked for. */
const outside = { answer: {} as Partial<requests.PublicResponse> | Error, asked: 0 };

let service: ClockedService;
let clientId: string;
let key: AgentKey;

beforeAll(async () => {
  service = await startClockedService(oauthRoutes);
  vi.spyOn(requests, 'publicRequest').mockImplementation(({ url, method, headers }) => {
    expect([url.hostname, method, headers]).toEqual([
      'agents.test',
      'GET',
      { accept: 'application/json', 'user-agent': 'Plotline' },
    ]);
    outside.asked += 1;
    const { answer } = outside;
    if (answer instanceof Error) return Promise.reject(answer);
    const usual = { status: 200, headers: {}, truncated: false, durationMs: 1, address: '198.51.100.1' };
    return Promise.resolve({ ...usual, body: Buffer.from('{}'), ...answer });
  });
});
afterAll(() => service.stop());

const publish = (...keys: AgentKey[]): void => {
  outside.answer = { body: Buffer.from(JSON.stringify({ keys: keys.map(({ publicJwk }) => publicJwk) })) };
};

beforeEach(async () => {
  const workspace = await newWorkspace();
  const account = await workspace.serviceAccount();
  const place = { workspaceId: workspace.id, accountId: account.id };
  const client = { id: newId(service.now), jwksUri: `https://agents.test/${newKey()}` };
  await commit(workspace.database, [putAgentClient(place, client)]);
  clientId = agentClientId(place);
  key = await newAgentKey();
  outside.asked = 0;
  publish(key);
});

async function answer(by = key): Promise<string> {
  const assertion = await signAssertion(by, clientId, service.baseUrl, { now: service.now });
  const { status, json } = await oauthApi(service.baseUrl).token(agentFields(assertion));
  return status === 200 ? 'token' : `${json.error}: ${json.error_description}`;
}

test('keys at an address are fetched once for as long as they may be cached', async () => {
  expect([await answer(), await answer(), outside.asked]).toEqual(['token', 'token', 1]);
  service.pass(15 * MINUTE_MS);
  expect([await answer(), outside.asked]).toEqual(['token', 2]);
});

test('a new key is found within a minute, and strangers cause no more requests', async () => {
  expect(await answer()).toBe('token');
  const next = await newAgentKey();
  publish(next);
  expect(await answer(next)).toContain('is not signed with a key of its issuer');
  expect(outside.asked).toBe(1);
  service.pass(MINUTE_MS);
  expect([await answer(next), outside.asked]).toEqual(['token', 2]);
  const stranger = await newAgentKey();
  for (let attempt = 0; attempt < 3; attempt++) expect(await answer(stranger)).toContain('invalid_client');
  expect(outside.asked).toBe(2);
  expect(await answer()).toContain('invalid_client');
});

test.each([
  ['a redirect', { status: 302, headers: { location: 'https://169.254.169.254/' } }],
  ['a set that is too large', { truncated: true }],
  ['no key set', { body: Buffer.from('[]') }],
  ['no JSON', { body: Buffer.from('<html>') }],
  ['an address that cannot be reached', new LookupFailed('agents.test')],
])('%s causes one refusal that is remembered for a minute', async (_, given) => {
  outside.answer = given;
  expect(await answer()).toBe(
    'invalid_client: The client assertion cannot be verified: the key set of its issuer is not available.',
  );
  await answer();
  expect(outside.asked).toBe(1);
  publish(key);
  service.pass(MINUTE_MS);
  expect(await answer()).toBe('token');
});

test('keys of other kinds in a set are ignored', async () => {
  const { publicJwk } = key;
  const keys = [
    { kty: 'oct', k: 'eA', kid: publicJwk.kid },
    null,
    'x',
    { ...publicJwk, crv: 'P-384' },
    publicJwk,
  ];
  outside.answer = { body: Buffer.from(JSON.stringify({ keys })) };
  expect(await answer()).toBe('token');
});
