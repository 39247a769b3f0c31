import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { afterEach, expect, test, vi } from 'vitest';
import { directPlace } from '../../shared/kernel/aws/place.ts';

afterEach(() => vi.unstubAllEnvs());

const lambda = {
  AWS_LAMBDA_FUNCTION_NAME: 'stories',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'AKID',
  AWS_SECRET_ACCESS_KEY: 'secret',
};

interface Address {
  protocol: string;
  hostname: string;
  port?: number;
}

/** Where the SDK would ask for a secret, with the same variables. */
async function addressOfSdk(variables: Record<string, string>): Promise<Address> {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  let request: Address | undefined;
  const handle = (sent: Address) => {
    request = sent;
    return Promise.reject(new Error('Not sent.'));
  };
  const client = new SecretsManagerClient({ requestHandler: { handle }, maxAttempts: 1 });
  await client.send(new GetSecretValueCommand({ SecretId: 'a' })).catch(() => undefined);
  const { protocol, hostname, port } = request!;
  return { protocol, hostname, ...(port === undefined ? {} : { port }) };
}

test.each([
  ...['us-east-1', 'eu-central-1', 'il-central-1', 'us-gov-west-1', 'cn-north-1'].map((AWS_REGION) => ({
    AWS_REGION,
  })),
  { AWS_ENDPOINT_URL: 'http://127.0.0.1:8123' },
  { AWS_ENDPOINT_URL_SECRETS_MANAGER: 'http://127.0.0.1:8123' },
  { AWS_ENDPOINT_URL_DYNAMODB: 'http://127.0.0.1:8123' },
])('a function with %o asks Secrets Manager where the SDK does', async (setting) => {
  const variables = { ...lambda, ...setting };
  expect(directPlace('secretsmanager', variables)).toMatchObject(await addressOfSdk(variables));
});
