import { keyringText, parseKeyring, type Keyring } from './keyring.ts';

/** Where a keyring is kept. */
export interface KeyringStore {
  read: () => Promise<Keyring>;
  write: (keyring: Keyring) => Promise<void>;
}

/** The keyring in a secret of Secrets Manager, by its ARN. */
export function keyringSecret(arn: string): KeyringStore {
  return {
    async read() {
      const { GetSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
      const { SecretString } = await new SecretsManagerClient({}).send(
        new GetSecretValueCommand({ SecretId: arn }),
      );
      if (!SecretString) throw new Error(`The keyring ${arn} is empty.`);
      return parseKeyring(SecretString);
    },
    async write(keyring) {
      await putSecret(arn, keyringText(keyring));
    },
  };
}

/** Writes a new version of a secret; returns its id. */
export async function putSecret(arn: string, value: string): Promise<string> {
  const { PutSecretValueCommand, SecretsManagerClient } = await import('@aws-sdk/client-secrets-manager');
  const { VersionId } = await new SecretsManagerClient({}).send(
    new PutSecretValueCommand({ SecretId: arn, SecretString: value }),
  );
  return VersionId!;
}
