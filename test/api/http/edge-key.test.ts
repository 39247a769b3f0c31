import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type OwnService } from '../../support/service.ts';

/** How many clients one address may register in an hour (shared/oauth/register-client.ts). */
const MOST = 300;
const AT_ONCE = 30;

const home = mkdtempSync(join(tmpdir(), 'plotline-edge-'));
let service: OwnService;

beforeAll(async () => {
  service = await startService({ home });
});
afterAll(async () => {
  await service.stop();
  rmSync(home, { recursive: true, force: true });
});

/** Registers a client through the edge, as a viewer at an address; returns the status. */
const registerFrom = (localAddress: string) =>
  new Promise<number>((resolve, reject) => {
    const headers = { 'content-type': 'application/json' };
    const sent = request(`${service.edge!.baseUrl}/oauth/register`, {
      method: 'POST',
      localAddress,
      headers,
    });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      response.on('end', () => resolve(response.statusCode!));
    });
    sent.end(JSON.stringify({ client_name: 'A client', redirect_uris: ['http://127.0.0.1:1/callback'] }));
  });

async function exhaust(address: string): Promise<void> {
  for (let sent = 0; sent < MOST; sent += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => registerFrom(address)));
  }
  expect(await registerFrom(address)).toBe(429);
}

async function rotateEdgeKey(): Promise<void> {
  const names = Object.keys(JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')) as object);
  const client = new SecretsManagerClient({
    endpoint: service.secretsEndpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const SecretId = names.find((name) => name.includes('EdgeKey'));
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: randomUUID() }));
  client.destroy();
}

test('viewers behind the edge are distinguished, also after its key has been rotated under running functions', async () => {
  await exhaust('127.0.0.2');
  expect(await registerFrom('127.0.0.3')).toBe(201);
  // Between the two the edge still has the previous key.
  await rotateEdgeKey();
  expect(await registerFrom('127.0.0.2')).toBe(429);
  expect(await registerFrom('127.0.0.3')).toBe(201);
  service.edge!.redeploy();
  await exhaust('127.0.0.4');
  expect(await registerFrom('127.0.0.5')).toBe(201);
});
