import { jsonCalls } from './json-calls.ts';
import { directPlace } from './place.ts';
import { bytesRequestHandler } from './request-handler.ts';
import type { SecretStage, SecretValue } from './secret-by-sdk.ts';

/** Short, as the SDK makes three attempts after this one, and requests wait. */
const TIMEOUTS = { connectMs: 1_000, requestMs: 2_500 };

/** The current version of a secret, by the secret's ARN. Throws Error if there is none, and the SDK's errors. */
export async function currentSecretValue(arn: string): Promise<SecretValue> {
  const found = await read(arn, 'AWSCURRENT');
  if (!found) throw new Error(`The secret ${arn} does not exist.`);
  return found;
}

/** The version of a secret before the current one; undefined if there is none. Throws the SDK's errors. */
export const previousSecretValue = async (arn: string): Promise<SecretValue | undefined> =>
  await read(arn, 'AWSPREVIOUS');

/** Writes a new version of a secret; returns its id. */
export async function putSecretValue(arn: string, value: string): Promise<string> {
  const { PutSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const command = new PutSecretValueCommand({ SecretId: arn, SecretString: value });
  const { VersionId } = await new SecretsManagerClient({}).send(command);
  return VersionId!;
}

/**
 * In a function, the first attempt is made without the SDK, whose client of Secrets Manager takes longer to load than a
 * secret takes to arrive. All but a value or its absence is left to the SDK: it repeats, and says what is wrong.
 */
async function read(arn: string, stage: SecretStage): Promise<SecretValue | undefined> {
  const direct = await readDirectly(arn, stage);
  if (direct !== 'unknown') return direct;
  const { readSecretBySdk } = await import('./secret-by-sdk.ts');
  return await readSecretBySdk(arn, stage);
}

async function readDirectly(arn: string, stage: SecretStage): Promise<SecretValue | undefined | 'unknown'> {
  const place = directPlace('secretsmanager', process.env);
  if (!place) return 'unknown';
  // A connection for each read: between two, a sandbox is frozen for longer than connections live.
  const handler = bytesRequestHandler({ ...TIMEOUTS, connections: 1 });
  try {
    const body = JSON.stringify({ SecretId: arn, VersionStage: stage });
    const { response } = await jsonCalls('secretsmanager', place, handler)(
      'GetSecretValue',
      body,
      new Date(),
    );
    return outcomeOf(response.body);
  } catch {
    return 'unknown';
  } finally {
    handler.destroy();
  }
}

/** https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html */
function outcomeOf(body: Uint8Array): SecretValue | undefined | 'unknown' {
  const output = JSON.parse(Buffer.from(body).toString()) as {
    SecretString?: string;
    /** In seconds since the epoch. */
    CreatedDate?: number;
    __type?: string;
  };
  const { SecretString: value, CreatedDate: createdAt, __type: error } = output;
  if (error?.split('#').at(-1) === 'ResourceNotFoundException') return undefined;
  if (!value || !createdAt) return 'unknown';
  return { value, createdAt: new Date(createdAt * 1_000) };
}
