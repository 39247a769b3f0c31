import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { currentSecretValue, previousSecretValue } from '../../shared/kernel/aws/secret-values.ts';

interface Received {
  headers: IncomingHttpHeaders;
  body: unknown;
}

const ARN = 'arn:aws:secretsmanager:eu-central-1:111122223333:secret:keyring-AbCdEf';
const REGION = 'eu-central-1';
const credentials = { accessKeyId: 'AKID', secretAccessKey: 'secret', sessionToken: 'session' };
const found = { ARN, SecretString: 'é", value', CreatedDate: 1_790_000_000.5 };
const missing = { __type: 'ResourceNotFoundException', Message: "Secrets Manager can't find it." };

let answers: [status: number, body: object | string][];
let received: Received[];
let endpoint: string;

beforeEach(async () => {
  [answers, received] = [[], []];
  const server = createServer((incoming, outgoing) => {
    let text = '';
    incoming.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    incoming.on('end', () => {
      received.push({ headers: incoming.headers, body: JSON.parse(text) });
      const [status, body] = answers.shift() ?? [200, found];
      outgoing.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', 'stories');
  vi.stubEnv('AWS_REGION', REGION);
  vi.stubEnv('AWS_ACCESS_KEY_ID', credentials.accessKeyId);
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', credentials.secretAccessKey);
  vi.stubEnv('AWS_SESSION_TOKEN', credentials.sessionToken);
  vi.stubEnv('AWS_ENDPOINT_URL_SECRETS_MANAGER', endpoint);
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
});

afterEach(() => vi.unstubAllEnvs());

const isBySdk = ({ headers }: Received): boolean => 'amz-sdk-invocation-id' in headers;

test('a function reads a secret as the SDK does, by one request of its own', async () => {
  const client = new SecretsManagerClient({ endpoint, region: REGION, credentials });
  const expected = await client.send(
    new GetSecretValueCommand({ SecretId: ARN, VersionStage: 'AWSCURRENT' }),
  );
  expect(await currentSecretValue(ARN)).toEqual({
    value: expected.SecretString,
    createdAt: expected.CreatedDate,
  });
  const [theirs, own] = received as [Received, Received];
  expect([isBySdk(theirs), isBySdk(own), received.length]).toEqual([true, false, 2]);
  expect(own.body).toEqual(theirs.body);
  for (const header of ['x-amz-target', 'content-type', 'content-length'])
    expect(own.headers[header]).toBe(theirs.headers[header]);
});

test('the request for a secret is signed as the SDK signs the same headers', async () => {
  await currentSecretValue(ARN);
  const [{ headers, body }] = received as [Received];
  const { authorization, connection: _, 'content-length': _length, ...signed } = headers;
  const client = new SecretsManagerClient({ endpoint, region: REGION, credentials });
  const signer = await client.config.signer();
  const { hostname } = new URL(endpoint);
  const expected = await signer.sign(
    {
      method: 'POST',
      protocol: 'http:',
      hostname,
      path: '/',
      query: {},
      body: JSON.stringify(body),
      headers: signed as Record<string, string>,
    },
    {
      signingDate: new Date(
        String(headers['x-amz-date']).replace(/(....)(..)(..T..)(..)(..Z)/, '$1-$2-$3:$4:$5'),
      ),
      signingRegion: REGION,
      signingService: 'secretsmanager',
      unsignableHeaders: new Set(['x-amz-content-sha256']),
    },
  );
  expect(authorization).toBe(expected.headers['authorization']);
});

test('the previous version is requested by its stage, and may be missing', async () => {
  expect(await previousSecretValue(ARN)).toMatchObject({ value: found.SecretString });
  answers = [[400, missing]];
  expect(await previousSecretValue(ARN)).toBeUndefined();
  expect(received.map(({ body }) => body)).toEqual([
    { SecretId: ARN, VersionStage: 'AWSPREVIOUS' },
    { SecretId: ARN, VersionStage: 'AWSPREVIOUS' },
  ]);
  expect(received.some(isBySdk)).toBe(false);
});

test('a secret that does not exist is an error that names it', async () => {
  answers = [[400, missing]];
  await expect(currentSecretValue(ARN)).rejects.toThrow(`The secret ${ARN} does not exist.`);
});

test.each([
  ['an error of the service', 500, { __type: 'InternalServiceError' }],
  ['a throttle', 400, { __type: 'ThrottlingException' }],
  ['an answer that is cut off', 200, '{"SecretStr'],
  ['an answer without a value', 200, { ARN }],
])('after %s, the SDK reads the secret', async (_, status, body) => {
  answers = [[status, body]];
  expect(await currentSecretValue(ARN)).toMatchObject({ value: found.SecretString });
  expect(received.map(isBySdk)).toEqual([false, true]);
});

test('an error about what the function may not read has the words of the SDK', async () => {
  const denied: [number, object] = [400, { __type: 'AccessDeniedException', Message: 'Not yours.' }];
  answers = [denied, denied];
  await expect(currentSecretValue(ARN)).rejects.toMatchObject({ name: 'AccessDeniedException' });
});

test('outside Lambda, the SDK reads the secret, and an empty one is refused', async () => {
  vi.stubEnv('AWS_LAMBDA_FUNCTION_NAME', '');
  expect(await currentSecretValue(ARN)).toMatchObject({ value: found.SecretString });
  answers = [[200, { ARN, CreatedDate: 1 }]];
  await expect(currentSecretValue(ARN)).rejects.toThrow(`The secret ${ARN} is empty.`);
  answers = [[400, missing]];
  expect(await previousSecretValue(ARN)).toBeUndefined();
  expect(received.every(isBySdk)).toBe(true);
});
