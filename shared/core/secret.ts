import { requiredEnv } from './env.ts';

const fetched = new Map<string, Promise<Buffer>>();

/**
 * Returns the secret whose ARN is in an environment variable, from Secrets Manager; fetched on first use,
 * once per sandbox. A failed fetch is retried by the next request.
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
