import { hkdfSync } from 'node:crypto';

/**
 * The purposes that keys are derived for, with the `info` of HKDF (RFC 5869, section 3.2) that separates them. Never
 * change or reuse one: data signed or encrypted with it would become unreadable.
 */
const purposes = {
  cursor: 'plotline cursor',
  accessToken: 'plotline access token',
  refreshToken: 'plotline refresh token',
  form: 'plotline form',
  device: 'plotline device',
  signInCode: 'plotline sign-in code',
  formerAccounts: 'plotline addresses of deleted accounts',
  mailPreferences: 'plotline mail preferences',
  mailReplies: 'plotline replies to mail',
  storyDeletion: 'plotline deletion of a story',
  webhookSecrets: 'webhook signing secrets',
  hookSecrets: 'plotline secrets of hooks',
  busyFeeds: 'busy feeds',
  customerSecrets: 'plotline secrets for tokens of customers',
} as const;
export type KeyPurpose = keyof typeof purposes;

/** A key of one purpose, derived from one version of the keyring. */
export interface DerivedKey {
  version: number;
  key: Buffer;
}

/** The keys of one purpose. */
export interface PurposeKeys {
  /** The key that signs and encrypts. */
  current: DerivedKey;
  /** The keys that verify and decrypt: every version, newest first. */
  all: readonly DerivedKey[];
}

/** A version of the keyring's secret. */
export interface KeyVersion {
  version: number;
  secret: string;
  /**
   * The activation time in ISO 8601. Before it, the version only verifies, so that every sandbox has read it when the
   * first one signs with it.
   */
  activeFrom: string;
}

/** The versions of a keyring, newest first; never empty. */
export type Keyring = readonly KeyVersion[];

/**
 * The delay until a new version becomes active in milliseconds: more than twice the time for which sandboxes cache the
 * keyring.
 */
export const ACTIVATION_MS = 15 * 60 * 1000;

/**
 * The time for which a version verifies after the next one became active: longer than any signed value is valid, the
 * longest being the known-device cookie (365 days).
 */
export const RETIREMENT_MS = 400 * 24 * 60 * 60 * 1000;

/** Parses the text of the secret: JSON, or the plain text that it was generated with, which is version 1. */
export function parseKeyring(text: string): Keyring {
  if (!text.startsWith('{')) return [{ version: 1, secret: text, activeFrom: new Date(0).toISOString() }];
  return (JSON.parse(text) as { versions: KeyVersion[] }).versions;
}

export const keyringText = (keyring: Keyring): string => JSON.stringify({ versions: keyring });

/** The version that signs at a time. */
export const activeVersion = (keyring: Keyring, now: Date): KeyVersion =>
  keyring.find(({ activeFrom }) => Date.parse(activeFrom) <= now.getTime()) ?? keyring.at(-1)!;

/** A keyring with a new version, which becomes active after ACTIVATION_MS. */
export const addVersion = (keyring: Keyring, secret: string, now: Date): Keyring => [
  {
    version: keyring[0]!.version + 1,
    secret,
    activeFrom: new Date(now.getTime() + ACTIVATION_MS).toISOString(),
  },
  ...keyring,
];

/** The versions whose signed values have all expired. */
export const agedVersions = (keyring: Keyring, now: Date): Keyring =>
  keyring.filter((_, position) => {
    const next = keyring[position - 1];
    return next !== undefined && Date.parse(next.activeFrom) + RETIREMENT_MS <= now.getTime();
  });

/** Derives the keys of a purpose. */
export function derivedKeys(keyring: Keyring, purpose: KeyPurpose, now: Date): PurposeKeys {
  const derived = keyring.map(({ version, secret }): DerivedKey => ({
    version,
    key: Buffer.from(hkdfSync('sha256', secret, '', purposes[purpose], 32)),
  }));
  const { version } = activeVersion(keyring, now);
  return { current: derived.find((one) => one.version === version)!, all: derived };
}
