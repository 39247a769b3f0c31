import { derivedKeys, parseKeyring, type KeyPurpose, type PurposeKeys } from '../core/keyring.ts';
import { getSecret } from './secret.ts';

interface Derived {
  text: Buffer;
  /** By purpose. */
  keys: Map<KeyPurpose, PurposeKeys>;
  /** When another version becomes active, in milliseconds since 1970; the keys are derived again then. */
  until: number;
}

let derived: Derived | undefined;

/** Returns the keys of a purpose, from the keyring that this sandbox read at most five minutes ago. */
export async function getKeys(purpose: KeyPurpose): Promise<PurposeKeys> {
  const text = await getSecret('KEYRING_ARN');
  const now = new Date();
  if (derived?.text !== text || derived.until <= now.getTime()) {
    const later = parseKeyring(text.toString())
      .map(({ activeFrom }) => Date.parse(activeFrom))
      .filter((at) => at > now.getTime());
    derived = { text, keys: new Map(), until: Math.min(...later, Infinity) };
  }
  const known = derived.keys.get(purpose);
  if (known) return known;
  const keys = derivedKeys(parseKeyring(text.toString()), purpose, now);
  derived.keys.set(purpose, keys);
  return keys;
}

/** Keys that are all derived from one secret, for processes without a keyring and for tests. */
export const fixedKeys =
  (secret: string) =>
  (purpose: KeyPurpose): Promise<PurposeKeys> =>
    Promise.resolve(derivedKeys(parseKeyring(secret), purpose, new Date()));
