import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { derivedKeys, keyringText, parseKeyring } from '../../shared/kernel/core/keyring.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import { decryptSecret, sealedWith } from '../../shared/kernel/secrets/signing-secret.ts';
import { getWebhookItem } from '../../shared/events/webhooks/webhook-store.ts';
import { INBOX_HOST } from '../../infra/local/runner/local-hosts.ts';
import { runCli, runJson } from '../infra/cli/cli.ts';
import { signedIn } from '../support/browser.ts';
import { freePort } from '../support/free-port.ts';
import { connect, oauthApi, refreshFields } from '../support/oauth.ts';
import { databaseOf, startService, type OwnService } from '../support/service.ts';
import { createStoryAs, newWorkspace } from '../support/workspace.ts';

const home = mkdtempSync(join(tmpdir(), 'plotline-keys-'));
const env = { PLOTLINE_HOME: home };
let port: number;
let service: OwnService;

beforeAll(async () => {
  port = await freePort();
  service = await startService({ home, port });
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Makes the newest version sign since some hours ago, each one before an hour longer; functions read the keyring again. */
async function activateNewest(hoursAgo = 1): Promise<void> {
  const ring = parseKeyring(service.keyring);
  const past = ring.map((one, position) => ({
    ...one,
    activeFrom: new Date(Date.now() - (hoursAgo + position) * 3_600_000).toISOString(),
  }));
  const client = new SecretsManagerClient({
    endpoint: service.secretsEndpoint,
    region: 'local',
    credentials: service.credentials,
  });
  const note = readFileSync(join(home, 'running.json'), 'utf8');
  const { arns } = (JSON.parse(note) as { secrets: { arns: Record<string, string> } }).secrets;
  await client.send(
    new PutSecretValueCommand({ SecretId: arns['WebhookKey'], SecretString: keyringText(past) }),
  );
  client.destroy();
  await restart();
}

async function restart(): Promise<void> {
  await service.stop();
  service = await startService({ home, port });
}

const versions = async () =>
  ((await runJson(['keys', 'list'], env)) as { version: number; active: boolean }[]).map(
    ({ version, active }) => `${version}${active ? ' active' : ''}`,
  );

test('a rotation breaks no cursor, token, sign-in, form or webhook, until the old version is dropped', async () => {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const admin = await workspace.person('admin', [team]);
  await createStoryAs(admin.client, workspace, { teamId: team.id });
  await createStoryAs(admin.client, workspace, { teamId: team.id });
  const stories = `${workspace.path}/stories`;
  const { client } = admin;
  const first = (await client.get(stories, { limit: 1 })).json.meta.nextCursor as string;
  const browser = await signedIn(service, workspace, admin);
  const form = await browser.open('/account');
  const connection = await connect(service.baseUrl, browser);
  const made = await client.post(`${workspace.path}/webhook-endpoints`, {
    name: 'Receiver',
    url: `https://${INBOX_HOST}/`,
    subscriptions: ['story.created'],
  });
  expect(made.status).toBe(201);
  const { data: webhook, signingSecret } = made.json as { data: { id: string }; signingSecret: string };

  const sealed = async () => {
    const found = await getWebhookItem(createReader(databaseOf(service)), webhook.id);
    return found!.secrets.map((secret) => secret.sealed);
  };
  const useMcp = () =>
    fetch(`${service.baseUrl}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${connection.accessToken}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' }),
    });

  expect(await versions()).toEqual(['1 active']);
  const { stdout: shown } = await runCli(['keys', 'list'], env);
  expect(shown.split('\n')[1]).toMatch(/^1 +the beginning +signs now$/);
  const rotated = await runCli(['keys', 'rotate'], env);
  expect([rotated.code, rotated.stdout + rotated.stderr]).toEqual([
    0,
    expect.stringMatching(/Version 2 signs from .*; 0 endpoints/),
  ]);
  expect(await versions()).toEqual(['2', '1 active']);
  expect((await runCli(['keys', 'drop', '1'], env)).stderr).toContain('still signs');
  await restart();
  // Until then, nobody signs with what another sandbox may not know yet.
  expect((await client.get(stories, { limit: 1 })).json.meta.nextCursor).toBe(first);

  await activateNewest();
  expect(await versions()).toEqual(['2 active', '1']);
  expect((await client.get(stories, { limit: 1, cursor: first })).status).toBe(200);
  const second = (await client.get(stories, { limit: 1 })).json.meta.nextCursor as string;
  expect(second).not.toBe(first);
  expect((await useMcp()).status).toBe(200);
  expect((await browser.open('/account')).url).toMatch(/\/account$/);
  const named = await browser.submit(form, '/account/name', { name: 'Ada Lovelace' });
  expect(named.status).toBe(200);
  const api = oauthApi(service.baseUrl);
  const refreshed = await api.token(refreshFields(connection.client, connection.refreshToken));
  expect(refreshed.status).toBe(200);

  expect((await sealed()).map(sealedWith)).toEqual([1]);
  await service.fireSchedule('KeySchedule');
  const [now] = (await sealed()) as [string];
  expect(sealedWith(now)).toBe(2);
  await restart();
  const keys = derivedKeys(parseKeyring(service.keyring), 'webhookSecrets', new Date());
  expect(decryptSecret(now, keys, webhook.id)).toBe(signingSecret);

  const unasked = await runCli(['keys', 'drop', '1'], env);
  expect([unasked.code, unasked.stderr]).toEqual([1, expect.stringContaining('add --yes')]);
  expect(await versions()).toEqual(['2 active', '1']);
  expect((await runCli(['keys', 'drop', '1', '--yes'], env)).code).toBe(0);
  await restart();
  expect((await client.get(stories, { limit: 1, cursor: first })).status).toBe(400);
  expect((await client.get(stories, { limit: 1, cursor: second })).status).toBe(200);
  expect((await useMcp()).status).toBe(401);
});

test('the schedule adds a version once the newest is old, and no other', async () => {
  const [newest] = await versions();
  await service.fireSchedule('KeySchedule');
  expect(await versions()).toEqual([newest]);
  await activateNewest(91 * 24);
  await service.fireSchedule('KeySchedule');
  expect(await versions()).toEqual(['3', newest]);
  await service.fireSchedule('KeySchedule');
  expect(await versions()).toEqual(['3', newest]);
});
