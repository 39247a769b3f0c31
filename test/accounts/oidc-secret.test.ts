import { PutSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { App } from 'aws-cdk-lib';
import { createServer, type Server } from 'node:http';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiStack } from '../../infra/api-stack.ts';
import { environmentConfig } from '../../infra/config.ts';
import { DataStack } from '../../infra/data-stack.ts';
import { createBrowser } from '../support/browser.ts';
import { startService, type OwnService } from '../support/service.ts';

/** A provider that takes one client secret, and refuses whatever else is right, so that a code can be sent again. */
const provider = { secret: '', tried: [] as string[] };
const folder = mkdtempSync(join(tmpdir(), 'plotline-secret-'));
let service: OwnService;
let server: Server;

beforeAll(async () => {
  server = createServer((request, response) => {
    const issuer = `http://${request.headers.host}`;
    const answer = (status: number, body: object) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
    };
    if (request.method === 'GET') {
      const [authorization_endpoint, token_endpoint] = ['authorize', 'token'].map((at) => `${issuer}/${at}`);
      return answer(200, { issuer, authorization_endpoint, token_endpoint });
    }
    void text(request).then((body) => {
      const secret = new URLSearchParams(body).get('client_secret')!;
      provider.tried.push(secret);
      if (secret !== provider.secret) return answer(401, { error: 'invalid_client' });
      answer(400, { error: 'invalid_grant' });
    });
  });
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const assembly = join(folder, 'assembly');
  const app = new App({ outdir: assembly });
  const config = {
    ...environmentConfig('local'),
    signIn: { name: 'Example ID', issuer, clientId: 'plotline' },
  };
  const data = new DataStack(app, 'data', { config });
  new ApiStack(app, 'api', {
    config,
    table: data.table,
    secrets: data.secrets,
    attachments: data.attachments,
    alarmTopic: data.alarmTopic,
  });
  app.synth();
  service = await startService({ assembly, home: join(folder, 'home') });
});
afterAll(async () => {
  await service.stop();
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const kept = () =>
  Object.entries(
    JSON.parse(readFileSync(join(folder, 'home', 'secrets.json'), 'utf8')) as Record<
      string,
      { value: string }
    >,
  ).find(([name]) => name.includes('SignInSecret'))!;

async function comeBack(): Promise<string[]> {
  const browser = createBrowser(service.baseUrl);
  const away = new URL((await browser.open('/sign-in/provider')).url);
  provider.tried.length = 0;
  const answer = new URLSearchParams({ code: 'a-code', state: away.searchParams.get('state')! });
  expect((await browser.open(`/sign-in/callback?${answer.toString()}`)).status).toBe(502);
  return [...provider.tried];
}

test('a client secret that was replaced while functions ran is read again when the provider refuses the old one', async () => {
  const [name, { value: first }] = kept();
  provider.secret = first;
  expect(await comeBack()).toEqual([first]);
  const client = new SecretsManagerClient({
    endpoint: service.secretsEndpoint,
    region: 'local',
    credentials: service.credentials,
  });
  await client.send(new PutSecretValueCommand({ SecretId: name, SecretString: 'second' }));
  client.destroy();
  provider.secret = 'second';
  const tried = await comeBack();
  expect(tried.at(-1)).toBe('second');
  expect(tried.length).toBeLessThanOrEqual(2);
});
