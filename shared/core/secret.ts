import { requiredEnv } from './env.ts';

const fetched = new Map<string, Promise<Buffer>>();

/**
 * The secret whose ARN an environment variable holds, from Secrets Manager; fetched once per sandbox, when it
 * is first asked for, so that what needs none never waits. A failed fetch is tried again by the next request.
 */
export function getSecret(variable: string): Promise<Buffer> {
  let secret = fetched.get(variable);
  if (!secret) {
    secret = fetchSecret(requiredEnv(variable));
    fetched.set(variable, secret);
    secret.catch(() => fetched.delete(variable));
  }
  return secret;
}

async function fetchSecret(arn: string): Promise<Buffer> {
  const { SecretsManagerClient, GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager');
  const { SecretString } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: arn }),
  );
  if (!SecretString) throw new Error(`The secret ${arn} is empty.`);
  return Buffer.from(SecretString);
}
