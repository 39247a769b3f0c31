import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { operationRoute } from '../../shared/kernel/api/http/operation-route.ts';
import { hookOperations } from '../../shared/planning/hooks/index.ts';
import { hookRoutes } from '../../shared/planning/hooks/receive-delivery.ts';
import { startClockedService, type ClockedService } from '../support/clocked-service.ts';
import { pullRequest } from './github-payloads.ts';
import { githubSignature, newHookWorkspace, type HookWorkspace, type SecretHook } from './hook-api.ts';

const LIMIT = 5;
/** Requests a minute of a workspace, and of a network without a credential. */
const NETWORK_LIMIT = 100;
const HOUR_MS = 60 * 60 * 1000;

/** One sandbox, whose clock is moved. */
let service: ClockedService;
let place: HookWorkspace;

beforeAll(async () => {
  place = await newHookWorkspace();
  service = await startClockedService([...hookOperations.map(operationRoute), ...hookRoutes], {
    setting: (variable) =>
      variable === 'RATE_LIMITS'
        ? JSON.stringify({ credential: LIMIT, workspace: NETWORK_LIMIT, writesADay: 100 })
        : undefined,
  });
  // Other tests of this table send requests from the same network, which are counted by the minute.
  service.pass(5 * HOUR_MS);
});
afterAll(() => service.stop());

async function send(path: string, body: object | undefined, headers: Record<string, string>) {
  const text = JSON.stringify(body);
  const options = { method: 'POST', headers: { 'content-type': 'application/json', ...headers } };
  const answer = await fetch(`${service.baseUrl}${path}`, text ? { ...options, body: text } : options);
  return { status: answer.status, headers: answer.headers, json: (await answer.json()) as any };
}

/** Each is created by a token of its own, which the limit counts too. */
async function newHook(): Promise<SecretHook & { rotate: () => Promise<string> }> {
  const { token } = await place.workspace.tokenFor(place.admin.id);
  const authorization = { authorization: `Bearer ${token}` };
  const fields = { provider: 'github', serviceAccountId: place.account.id, rules: [place.rule()] };
  const path = `${place.workspace.path}/hooks`;
  const { json } = await send(path, { name: 'Code', ...fields }, authorization);
  return {
    ...json.data,
    secret: json.signingSecret,
    rotate: async () =>
      (await send(`${path}/${json.data.id}/rotate-secret`, undefined, authorization)).json.signingSecret,
  };
}

const deliver = (hook: Pick<SecretHook, 'path' | 'secret'>, title = '') => {
  const body = pullRequest({ title });
  return send(hook.path, body, {
    'x-github-event': 'pull_request',
    'x-hub-signature-256': githubSignature(hook.secret, JSON.stringify(body)),
  });
};

test('Each hook may send so many deliveries a minute, and what is forged counts for none', async () => {
  const [hook, other] = [await newHook(), await newHook()];
  const forged = { ...hook, secret: createHash('sha256').update('guess').digest('hex') };
  for (let n = 0; n < 2 * LIMIT; n++) expect((await deliver(forged)).status).toBe(404);
  const { reference, id } = await place.story();
  for (let n = 0; n < LIMIT; n++) expect((await deliver(hook)).status).toBe(200);
  const { status, headers, json } = await deliver(hook, reference);
  expect([status, json.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await place.stories.read(id)).links).toEqual([]);
  expect((await deliver(other)).status).toBe(200);
  service.pass(60_000);
  expect((await deliver(hook, reference)).json.data.stories).toHaveLength(1);
});

test('Forged deliveries count for the network that sends them, and what is signed still passes', async () => {
  const hook = await newHook();
  const forged = { ...hook, secret: createHash('sha256').update('guess').digest('hex') };
  service.pass(60_000);
  for (let n = 0; n < NETWORK_LIMIT; n++) expect((await deliver(forged)).status).toBe(404);
  const { status, headers, json } = await deliver(forged);
  expect([status, json.error.code]).toEqual([429, 'rate_limited']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
  expect((await deliver(hook)).status).toBe(200);
  service.pass(60_000);
  expect((await deliver(forged)).status).toBe(404);
});

test('A secret is accepted for 24 hours after its rotation, and no longer', async () => {
  const hook = await newHook();
  const secret = await hook.rotate();
  service.pass(24 * HOUR_MS - 1_000);
  expect((await deliver(hook)).status).toBe(200);
  service.pass(2_000);
  expect((await deliver(hook)).status).toBe(404);
  expect((await deliver({ ...hook, secret })).status).toBe(200);
});
