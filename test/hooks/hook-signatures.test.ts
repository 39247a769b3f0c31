import { randomUUID } from 'node:crypto';
import { Webhook as StandardWebhook } from 'standardwebhooks';
import { beforeAll, describe, expect, test } from 'vitest';
import { expectRefusal } from '../support/answers.ts';
import { serviceAccountApi } from '../service-accounts/service-account-api.ts';
import { createClient } from '../support/client.ts';
import { sharedService } from '../support/service.ts';
import { pullRequest } from './github-payloads.ts';
import {
  deliverGithub,
  githubSignature,
  newHookWorkspace,
  type HookWorkspace,
  type SecretHook,
} from './hook-api.ts';

let place: HookWorkspace;
let github: SecretHook;
let gitlab: SecretHook;

beforeAll(async () => {
  place = await newHookWorkspace();
  github = await place.hook();
  gitlab = await place.hook({ provider: 'gitlab' });
});

const send = (path: string, headers: Record<string, string>, raw = '{}') =>
  createClient(sharedService().baseUrl).request('POST', path, {
    raw,
    headers: { 'content-type': 'application/json', ...headers },
  });

describe('an unsigned delivery', () => {
  test('to a hook of GitHub is answered as one to a hook that does not exist', async () => {
    const signature = (secret: string) => ({ 'x-hub-signature-256': githubSignature(secret, '{}') });
    const answers = await Promise.all([
      send(`/hooks/github/${randomUUID()}`, signature(github.secret)),
      send('/hooks/github/nothing', signature(github.secret)),
      send(github.path, {}),
      send(github.path, signature(gitlab.secret)),
      send(github.path, signature(github.secret), '{ }'),
      send(github.path, { 'x-hub-signature-256': githubSignature(github.secret, '{}').toUpperCase() }),
      send(github.path.replace('github', 'gitlab'), { 'x-gitlab-token': github.secret }),
      send(gitlab.path.replace('gitlab', 'github'), signature(gitlab.secret)),
    ]);
    const [first, ...others] = answers.map((answer) => {
      const { requestId: _, ...error } = expectRefusal(answer, 404, 'not_found');
      return error;
    });
    for (const other of others) expect(other).toEqual(first);
    expect((await send(github.path, signature(github.secret))).status).toBe(200);
  });

  test('to a hook of GitLab is refused, whatever it has in place of the secret', async () => {
    for (const headers of [{}, { 'x-gitlab-token': '' }, { 'x-gitlab-token': github.secret }]) {
      expectRefusal(await send(gitlab.path, headers), 404, 'not_found');
    }
    expect((await send(gitlab.path, { 'x-gitlab-token': gitlab.secret })).status).toBe(200);
  });
});

describe('the signing token of GitLab', () => {
  const signed = (secret: string, at: Date, body = '{}') => ({
    'webhook-id': 'f5e5f430-f57b-4e6e-9fac-d9128cd7232f',
    'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
    'webhook-signature': new StandardWebhook(secret).sign('f5e5f430-f57b-4e6e-9fac-d9128cd7232f', at, body),
  });

  test('is the same secret, and signs as Standard Webhooks say', async () => {
    expect((await send(gitlab.path, signed(gitlab.secret, new Date()))).status).toBe(200);
    const several = signed(gitlab.secret, new Date());
    several['webhook-signature'] = `v1,AAAA ${several['webhook-signature']}`;
    expect((await send(gitlab.path, several)).status).toBe(200);
  });

  test('signs neither another body nor for another day', async () => {
    const refused = [
      signed(gitlab.secret, new Date(), '{ }'),
      signed(gitlab.secret, new Date(Date.now() - 6 * 60 * 1000)),
      signed(gitlab.secret, new Date(Date.now() + 6 * 60 * 1000)),
      { ...signed(gitlab.secret, new Date()), 'webhook-timestamp': 'now' },
      // A wrong signature is not made up for by the token.
      { ...signed(github.secret, new Date()), 'x-gitlab-token': gitlab.secret },
    ];
    for (const headers of refused) expectRefusal(await send(gitlab.path, headers), 404, 'not_found');
  });
});

describe('the secret of a hook', () => {
  test('is accepted for a while after a rotation, next to the new one', async () => {
    const hook = await place.hook();
    const { json } = await place.api.rotate(hook.id);
    for (const secret of [hook.secret, json.signingSecret as string]) {
      expect((await deliverGithub({ ...hook, secret }, 'ping', {})).status).toBe(200);
    }
  });

  test('opens nothing once the hook, or the account that it acts as, is gone', async () => {
    const hook = await place.hook();
    await place.api.delete(hook.id);
    expectRefusal(await deliverGithub(hook, 'ping', {}), 404, 'not_found');
    const account = await place.workspace.serviceAccount([place.team]);
    const orphan = await place.hook({ serviceAccountId: account.id });
    await serviceAccountApi(place.workspace, place.admin.client).delete(account.id);
    expectRefusal(await deliverGithub(orphan, 'ping', {}), 404, 'not_found');
  });
});

test('A payload may have a mebibyte, and no more', async () => {
  const payload = (bytes: number) => pullRequest({ body: 'x'.repeat(bytes) });
  expect((await deliverGithub(github, 'pull_request', payload(1_000_000))).status).toBe(200);
  expectRefusal(await deliverGithub(github, 'pull_request', payload(1_048_577)), 413, 'request_too_large');
});
