import type { Reader } from '../core/database.ts';

/** A change of a resource, as a log of changes has it. */
export interface LoggedChange {
  /** Such as `story`. */
  kind: string;
  id: string;
}

/** Changes that follow an entry, oldest first. */
export interface FollowingChanges {
  changes: LoggedChange[];
  /** The entry that they lead up to; the same if there are none. */
  entry: number;
}

/** The log of an owner's changes, in entries that are in order and without gaps. */
export interface ChangeLog {
  /** How long it has a change, in milliseconds, from the settings of the environment. */
  retention(setting: (variable: string) => string | undefined): number;
  /** The number of the newest entry, 0 if there is none. Strongly consistent. */
  newest(read: Reader, log: string): Promise<number>;
  /** The number of the last entry before a time. Strongly consistent. */
  before(read: Reader, log: string, time: Date): Promise<number>;
  /** Some of the changes after an entry; none if there are none. */
  after(read: Reader, log: string, entry: number, now: Date): Promise<FollowingChanges>;
  /** Whether the changes after an entry are gone, although later ones are there. */
  hasLost(read: Reader, log: string, entry: number): Promise<boolean>;
}
