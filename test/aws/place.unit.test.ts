import { DynamoDBClient, ListTablesCommand } from '@aws-sdk/client-dynamodb';
import { afterEach, expect, test, vi } from 'vitest';
import { directPlace } from '../../shared/kernel/aws/place.ts';

afterEach(() => vi.unstubAllEnvs());

const lambda = {
  AWS_LAMBDA_FUNCTION_NAME: 'stories',
  AWS_REGION: 'eu-central-1',
  AWS_ACCESS_KEY_ID: 'AKID',
  AWS_SECRET_ACCESS_KEY: 'secret',
  AWS_SESSION_TOKEN: 'session',
};

/** Where the SDK would send a call, with the same variables. */
async function placeOfSdk(variables: Record<string, string>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(name, value);
  let request: { protocol: string; hostname: string; port?: number } | undefined;
  const handle = (sent: NonNullable<typeof request>) => {
    request = sent;
    return Promise.reject(new Error('Not sent.'));
  };
  const client = new DynamoDBClient({ requestHandler: { handle }, maxAttempts: 1 });
  await client.send(new ListTablesCommand({})).catch(() => undefined);
  const { accessKeyId, secretAccessKey, sessionToken } = await client.config.credentials();
  const { protocol, hostname, port } = request!;
  return {
    protocol,
    hostname,
    port,
    region: await client.config.region(),
    credentials: { accessKeyId, secretAccessKey, sessionToken },
  };
}

test.each([
  'us-east-1',
  'eu-central-1',
  'ap-southeast-3',
  'il-central-1',
  'mx-central-1',
  'ca-west-1',
  'us-gov-west-1',
  'us-gov-east-1',
  'cn-north-1',
  'cn-northwest-1',
])('a function in %s calls the database where the SDK does', async (region) => {
  const variables = { ...lambda, AWS_REGION: region };
  expect(directPlace('dynamodb', variables)).toEqual(await placeOfSdk(variables));
});

test.each(['AWS_ENDPOINT_URL', 'AWS_ENDPOINT_URL_DYNAMODB'])(
  'a function calls the address in %s, as the SDK does',
  async (name) => {
    const variables = { ...lambda, [name]: 'http://127.0.0.1:8123' };
    expect(directPlace('dynamodb', variables)).toEqual(await placeOfSdk(variables));
    expect(directPlace('dynamodb', variables)).toMatchObject({ hostname: '127.0.0.1', port: 8123 });
  },
);

test.each([
  ['outside Lambda', {}, { ...lambda, AWS_LAMBDA_FUNCTION_NAME: '' }],
  ['in a partition with other domains', {}, { ...lambda, AWS_REGION: 'us-iso-east-1' }],
  ['with endpoints for FIPS', {}, { ...lambda, AWS_USE_FIPS_ENDPOINT: 'true' }],
  ['with endpoints for IPv6', {}, { ...lambda, AWS_USE_DUALSTACK_ENDPOINT: 'true' }],
  ['with the switch off', {}, { ...lambda, PLOTLINE_DIRECT_CALLS: 'off' }],
  ['where something is set by hand', { region: 'eu-west-1' }, lambda],
])('the SDK finds the address %s', (_, options, variables) => {
  expect(directPlace('dynamodb', variables, options)).toBeUndefined();
});
