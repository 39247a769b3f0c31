import type { Database } from '../../../shared/db/client.ts';
import { createReader, type Reader } from '../../../shared/db/reader.ts';
import { nextTimestamp, type Clock } from '../../../shared/lib/clock.ts';
import { newId } from '../../../shared/lib/id.ts';
import { CommandError } from '../command-error.ts';

/** What every part of the operator works with. */
export interface OperatorContext {
  database: Database;
  read: Reader;
  clock: Clock;
  newId: () => string;
  /** The stamps of something made now. */
  created: () => { createdAt: string; updatedAt: string };
  /** A changed copy with a later updatedAt. */
  changed: <T extends { updatedAt: string }>(previous: T, changes: Partial<NoInfer<T>>) => T;
}

export function operatorContext(database: Database, clock: Clock): OperatorContext {
  return {
    database,
    read: createReader(database),
    clock,
    newId: () => newId(clock()),
    created: () => ({ createdAt: clock().toISOString(), updatedAt: clock().toISOString() }),
    changed: (previous, changes) => ({
      ...previous,
      ...changes,
      updatedAt: nextTimestamp(clock(), previous.updatedAt),
    }),
  };
}

/** Most items of one kind that a command reads. */
export const MOST_ITEMS = 10_000;

export const raceLost = (): CommandError =>
  new CommandError('It was changed at the same moment; look at it, and run the command again.');
