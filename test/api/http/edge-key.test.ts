import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { request } from 'node:http';
import { readFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import pLimit from 'p-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { RECHECK_MS } from '../../../shared/kernel/secrets/secret.ts';
import { rotateEdgeKey } from '../../../shared/kernel/secrets/edge-key.ts';
import { registrations } from '../../../shared/pages/oauth/register-client.ts';
import { consumeAttempt } from '../../../shared/kernel/rate-limits/rate-limit-store.ts';
import { databaseOf, startService, type OwnService } from '../../support/service.ts';
import { awayFromFullHour } from '../../support/until.ts';

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

/** Uses up what an address may register in an hour, as the function counts it, but one, and registers that one. */
async function exhaust(address: string): Promise<void> {
  await awayFromFullHour();
  const limit = pLimit(30);
  const attempt = () => consumeAttempt(databaseOf(service), registrations, address, new Date());
  await Promise.all(Array.from({ length: registrations.most - 1 }, () => limit(attempt)));
  expect(await registerFrom(address)).toBe(201);
  expect(await registerFrom(address)).toBe(429);
}

/** Gives the secret another value and leaves the edge as it is, as a rotation does that is interrupted in between. */
async function rotateHalf(): Promise<void> {
  const client = new SecretsManagerClient({
    endpoint: service.secretsEndpoint,
    region: 'local',
    credentials: service.credentials,
  });
  const SecretId = Object.keys(secretsFile()).find((name) => name.includes('EdgeKey'));
  await client.send(new PutSecretValueCommand({ SecretId, SecretString: randomUUID() }));
  client.destroy();
}

const secretsFile = () =>
  JSON.parse(readFileSync(join(home, 'secrets.json'), 'utf8')) as Record<string, { value: string }>;
const edgeKey = () => Object.entries(secretsFile()).find(([name]) => name.includes('EdgeKey'))![1].value;

test('viewers behind the edge are distinguished before, during and after its key is rotated under running functions', async () => {
  await exhaust('127.0.0.2');
  expect(await registerFrom('127.0.0.3')).toBe(201);
  await rotateHalf();
  expect(await registerFrom('127.0.0.2')).toBe(429);
  expect(await registerFrom('127.0.0.3')).toBe(201);

  const halfRotated = edgeKey();
  await service.fireSchedule('EdgeKeySchedule');
  // The schedule updates the edge where it lags behind, and leaves a young key alone.
  expect(edgeKey()).toBe(halfRotated);
  expect(await registerFrom('127.0.0.2')).toBe(429);
  expect(await registerFrom('127.0.0.3')).toBe(201);

  const { stdout } = await promisify(execFile)(
    process.execPath,
    [resolve(import.meta.dirname, '../../../cli/plotline.mjs'), 'keys', 'rotate-edge', '--json'],
    { env: { ...process.env, PLOTLINE_HOME: home } },
  );
  expect(JSON.parse(stdout)).toEqual({ rotated: true, configured: true });
  expect(edgeKey()).not.toBe(halfRotated);
  // By now the first key is neither the current nor the previous one: the edge must have received each.
  expect(await registerFrom('127.0.0.2')).toBe(429);
  await exhaust('127.0.0.4');
  expect(await registerFrom('127.0.0.5')).toBe(201);
});

describe('a rotation of the edge key', () => {
  const DAY_MS = 24 * 60 * 60 * 1_000;
  const createdAt = new Date('2030-01-01T00:00:00.000Z');

  /** Runs one after some days; returns its result and what was written, in order. */
  async function rotate({ days = 0, sent = 'first', isDeployed = true, force = false }) {
    const writes: string[] = [];
    const writer = (to: string) => async (value: string) => void writes.push(`${to} ${value}`);
    const result = await rotateEdgeKey(
      {
        secret: { read: async () => ({ value: 'first', createdAt }), write: writer('secret') },
        sent: { read: async () => ({ value: sent, isDeployed }), write: writer('edge') },
        now: new Date(createdAt.getTime() + days * DAY_MS),
        delay: async (ms) => void writes.push(`${ms} ms`),
        randomBytes: (size) => Buffer.alloc(size),
      },
      { force },
    );
    return { ...result, writes };
  }

  const next = Buffer.alloc(48).toString('base64url');
  const replaced = {
    rotated: true,
    configured: true,
    writes: [`secret ${next}`, `${RECHECK_MS + 1_000} ms`, `edge ${next}`],
  };

  test('is due after 90 days, and updates the edge when functions know the key', async () => {
    expect(await rotate({ days: 89 })).toEqual({ rotated: false, configured: false, writes: [] });
    expect(await rotate({ days: 90 })).toEqual(replaced);
    expect(await rotate({ force: true })).toEqual(replaced);
  });

  test('only updates the edge where that lags behind, also when it is due or forced', async () => {
    const configured = { rotated: false, configured: true, writes: ['edge first'] };
    expect(await rotate({ sent: 'older', days: 90 })).toEqual(configured);
    expect(await rotate({ sent: 'older', force: true })).toEqual(configured);
  });

  test('does nothing while the edge is being deployed', async () => {
    const waits = { rotated: false, configured: false, writes: [] };
    expect(await rotate({ isDeployed: false, days: 90 })).toEqual(waits);
    expect(await rotate({ isDeployed: false, sent: 'older', force: true })).toEqual(waits);
  });
});
