import { requiredEnv } from '../lib/env.ts';

let cursorKey: Promise<Buffer> | undefined;

/**
 * The key that signs cursors, from Secrets Manager; fetched once per sandbox, at the first list that needs
 * it, so that other requests never wait for it. A failed fetch is tried again by the next request.
 */
export function cursorKeyFromSecrets(): Promise<Buffer> {
  cursorKey ??= fetchSecret(requiredEnv('CURSOR_KEY_ARN')).catch((error: unknown) => {
    cursorKey = undefined;
    throw error;
  });
  return cursorKey;
}

async function fetchSecret(arn: string): Promise<Buffer> {
  const { SecretsManagerClient, GetSecretValueCommand } = await import('@aws-sdk/client-secrets-manager');
  const { SecretString } = await new SecretsManagerClient({}).send(
    new GetSecretValueCommand({ SecretId: arn }),
  );
  if (!SecretString) throw new Error('The secret that signs cursors is empty.');
  return Buffer.from(SecretString);
}
