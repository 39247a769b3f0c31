import type { Database } from './database.ts';

/** What the kernel needs from outside: a database, secrets, its own address, time and randomness. */
export interface Services {
  database: Database;
  /** The key that signs cursors. */
  cursorKey: () => Promise<Buffer>;
  /** A secret of the environment, by the variable that holds its ARN; only functions bound to it can read it. */
  secret: (variable: string) => Promise<Buffer>;
  /** A setting that not every environment has, by its variable. */
  setting: (variable: string) => string | undefined;
  /** The public IPv4 addresses behind a name of the outside network; refuses every other. */
  resolvePublic: (host: string) => Promise<string[]>;
  /** Where the service is reached from outside, such as `https://api.example.com`, without a slash at its end. */
  baseUrl: () => string;
  now: () => Date;
  randomBytes: (size: number) => Buffer;
}
