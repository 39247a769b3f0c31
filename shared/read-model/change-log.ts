import type { Reader } from '../core/database.ts';

/** A change of a resource, as a log of changes has it. */
export interface LoggedChange {
  /** Its position; the next entry has the next number. */
  number: number;
  /** Such as `story`. */
  kind: string;
  id: string;
}

/** The log of an owner's changes, in order and without gaps. */
export interface ChangeLog {
  /** The number of the newest entry, 0 if there is none. Strongly consistent. */
  newest(read: Reader, ownerId: string): Promise<number>;
  /** The changes after an entry, oldest first, at most `limit`; `expired` if some of them are no longer kept. */
  after(read: Reader, ownerId: string, entry: number, limit: number): Promise<LoggedChange[] | 'expired'>;
}
