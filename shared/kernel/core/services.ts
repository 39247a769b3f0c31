import type { Database } from './database.ts';
import type { KeyPurpose, PurposeKeys } from './keyring.ts';

/**
 * The version of a secret. `rechecked` is the current version, read at most seconds ago, for values that do not match
 * the cached one.
 */
export type SecretVersion = 'current' | 'rechecked' | 'previous';

/** The kernel's external dependencies: database, keys, secrets, base URL, time and randomness. */
export interface Services {
  database: Database;
  /** The keys of a purpose, derived from the keyring; only functions that declare it can read it. */
  keys: (purpose: KeyPurpose) => Promise<PurposeKeys>;
  /**
   * A secret of the environment, by the variable with its ARN; only functions that declare it can read it.
   */
  secret: (variable: string, version?: SecretVersion) => Promise<Buffer>;
  /** An optional setting of the environment, by its variable. */
  setting: (variable: string) => string | undefined;
  /** Returns the public IPv4 addresses of an outside host name; throws for any other. */
  resolvePublic: (host: string) => Promise<string[]>;
  /** Returns the TXT records of a name, none if it has none; throws LookupFailed if name servers do not answer. */
  resolveTxt: (name: string) => Promise<string[]>;
  /** The public base URL, such as `https://api.example.com`, without a trailing slash. */
  baseUrl: () => string;
  now: () => Date;
  randomBytes: (size: number) => Buffer;
}
