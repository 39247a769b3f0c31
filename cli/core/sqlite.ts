import type { DatabaseSync } from 'node:sqlite';
import { CommandError } from './command-error.ts';

/** A database in a file or `:memory:`. Throws a CommandError where Node.js has none. */
export function openSqlite(path: string): DatabaseSync {
  const { getBuiltinModule } = process as Partial<typeof process>;
  const sqlite = getBuiltinModule?.('node:sqlite');
  if (sqlite) return new sqlite.DatabaseSync(path);
  throw new CommandError(`This needs Node.js 22.13 or later; this is ${process.versions.node}.`);
}
