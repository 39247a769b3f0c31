import { currentSecretValue, putSecretValue } from '../aws/secret-values.ts';
import { keyringText, parseKeyring, type Keyring } from '../core/keyring.ts';

/** Where a keyring is kept. */
export interface KeyringStore {
  read: () => Promise<Keyring>;
  write: (keyring: Keyring) => Promise<void>;
}

/** The keyring in a secret of Secrets Manager, by its ARN. */
export function keyringSecret(arn: string): KeyringStore {
  return {
    read: async () => parseKeyring((await currentSecretValue(arn)).value),
    write: async (keyring) => void (await putSecretValue(arn, keyringText(keyring))),
  };
}
