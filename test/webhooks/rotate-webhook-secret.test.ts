import { Webhook as StandardWebhook } from 'standardwebhooks';
import { Webhook as SvixWebhook } from 'svix';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Team } from '../../shared/identity/team/team.ts';
import { rotateWebhookSecret } from '../../shared/events/webhooks/rotate-webhook-secret.ts';
import { expectRefusal } from '../support/answers.ts';
import { newPipeline, type Received, type TestPipeline } from '../support/pipeline.ts';
import { type Person, type TestWorkspace } from '../support/workspace.ts';
import { callOperation } from './call-operation.ts';
import { newWebhookWorkspace, restrictedApi, webhookApi, type WebhookApi } from './webhook-api.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

describe('a rotation over the API', () => {
  let workspace: TestWorkspace;
  let team: Team;
  let admin: Person;
  let api: WebhookApi;

  beforeAll(async () => {
    ({ workspace, team, admin, api } = await newWebhookWorkspace());
  });

  test('returns another secret, once', async () => {
    const { json: made } = await api.send();
    const { status, json } = await api.rotate(made.data.id);

    expect(status).toBe(200);
    expect(json.signingSecret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(json.signingSecret).not.toBe(made.signingSecret);
    expect(json.data).toEqual({ ...made.data, secretGeneration: 2, updatedAt: json.data.updatedAt });
    expect(json.data.updatedAt > made.data.updatedAt).toBe(true);
    expect((await api.get(made.data.id)).json).toEqual({ data: json.data });
  });

  test('leaves at most five secrets that sign at once', async () => {
    const { id } = await api.create();
    for (let generation = 2; generation <= 5; generation++) {
      expect((await api.rotate(id)).json.data.secretGeneration).toBe(generation);
    }
    expectRefusal(await api.rotate(id), 409, 'conflict');
    expect((await api.read(id)).secretGeneration).toBe(5);
  });

  test('is refused to a restricted token, a member and another workspace', async () => {
    const webhook = await api.create();
    const restricted = await restrictedApi(workspace, admin, team);
    expectRefusal(await restricted.rotate(webhook.id), 403, 'restricted_credential');
    const member = webhookApi(workspace, (await workspace.person('member', [team])).client);
    expectRefusal(await member.rotate(webhook.id), 403, 'insufficient_role');
    const { api: foreign } = await newWebhookWorkspace();
    expectRefusal(await foreign.rotate(webhook.id), 404, 'not_found');
    expect(await api.read(webhook.id)).toEqual(webhook);
  });
});

describe('a delivery after a rotation', () => {
  let path: TestPipeline;
  let endpoint: { id: string; secret: string };
  beforeEach(async () => {
    path = await newPipeline();
    endpoint = await path.endpoint();
  });
  afterEach(() => void vi.useRealTimers());

  async function rotate(): Promise<string> {
    const params = { webhookId: endpoint.id };
    return (await callOperation(path, rotateWebhookSecret, { params })).secret as string;
  }

  /** What an event that happens now is sent as. */
  async function happen(): Promise<Received> {
    await path.dispatch([path.storyCreated()]);
    await path.drain();
    return path.received.at(-1)!;
  }

  /** What both libraries answer, at the time when it was sent. */
  function verifies({ headers, body, at }: Received, secret: string): boolean {
    vi.useFakeTimers({ toFake: ['Date'], now: at });
    const verdicts = [StandardWebhook, SvixWebhook].map((Library) => {
      try {
        new Library(secret).verify(body, headers);
        return true;
      } catch {
        return false;
      }
    });
    vi.useRealTimers();
    expect(new Set(verdicts).size).toBe(1);
    return verdicts[0]!;
  }

  /** Which of the secrets verify what is sent now. */
  async function verdicts(...secrets: string[]): Promise<boolean[]> {
    const sent = await happen();
    return secrets.map((secret) => verifies(sent, secret));
  }

  test('verifies with the old and the new secret for 24 hours, then with the new one only', async () => {
    const old = endpoint.secret;
    const never = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
    expect(await verdicts(old, never)).toEqual([true, false]);
    const next = await rotate();
    expect(await verdicts(old, next, never)).toEqual([true, true, false]);
    path.clock.advance(DAY - 1);
    expect(await verdicts(old, next, never)).toEqual([true, true, false]);
    path.clock.advance(1);
    expect(await verdicts(old, next, never)).toEqual([false, true, false]);
  });

  test('is signed by each secret for its own 24 hours', async () => {
    const first = endpoint.secret;
    const second = await rotate();
    path.clock.advance(12 * HOUR);
    const third = await rotate();
    expect(await verdicts(first, second, third)).toEqual([true, true, true]);
    path.clock.advance(12 * HOUR);
    expect(await verdicts(first, second, third)).toEqual([false, true, true]);
    path.clock.advance(12 * HOUR);
    expect(await verdicts(first, second, third)).toEqual([false, false, true]);
  });

  test('that is retried is signed with the secrets of its own time', async () => {
    path.answer((_, count) => ({ status: count === 1 ? 500 : 200 }));
    const before = await happen();
    const next = await rotate();
    path.clock.advance(10_000);
    await path.drain();
    const retry = path.received.at(-1)!;
    expect([retry.id, retry.body]).toEqual([before.id, before.body]);
    expect([verifies(before, endpoint.secret), verifies(before, next)]).toEqual([true, false]);
    expect([verifies(retry, endpoint.secret), verifies(retry, next)]).toEqual([true, true]);
  });

  test('is not signed by secrets that have expired, which make room for others', async () => {
    for (let rotation = 0; rotation < 4; rotation++) await rotate();
    await expect(rotate()).rejects.toMatchObject({ code: 'conflict' });
    path.clock.advance(DAY);
    const next = await rotate();
    expect((await path.webhook(endpoint.id)).secrets).toHaveLength(2);
    expect(await verdicts(next)).toEqual([true]);
  });
});
