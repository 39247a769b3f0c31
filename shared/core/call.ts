import type { Caller } from './caller.ts';
import type { Jsonable } from './json.ts';
import type { Reader, Change, Counter } from './database.ts';

/** What `load` sees: the valid input, before the caller is known. */
export interface LoadContext<P, Q, B> {
  path: P;
  query: Q;
  body: B;
  read: Reader;
}

/** What an operation works with beside its input. Time, ids and randomness come from here only. */
export interface OperationContext {
  caller: Caller;
  read: Reader;
  now: Date;
  newId: () => string;
  randomBytes: (size: number) => Buffer;
  /** A secret of the environment, by the variable that its functions know it by. */
  secret: (variable: string) => Promise<Buffer>;
  /** The public IPv4 addresses behind a name of the outside network; refuses every other. */
  resolvePublic: (host: string) => Promise<string[]>;
  /** The next number of a counter, from 1; taken at once, so a request that fails later leaves a gap. */
  nextNumber: (counter: { pk: string; sk: string }) => Promise<number>;
  /** As nextNumber, and gives the whole counter with what its owner keeps beside the number. */
  drawNumber: (counter: { pk: string; sk: string }) => Promise<Counter>;
  /**
   * Writes all changes or none, and with them the request's idempotency record, which remembers the
   * resource that a replay shows.
   */
  commit: (changes: readonly Change[], resourceId: string) => Promise<void>;
  /**
   * Writes a step beside the commit, one that is harmless to repeat. False where a race was lost: what it
   * was decided from must be read again.
   */
  tryWrite: (changes: readonly Change[]) => Promise<boolean>;
}

/** What `handle` works with. `loaded` came in the same round trip as the credential. */
export interface Call<P, Q, B, L> extends OperationContext {
  path: P;
  query: Q;
  body: B;
  loaded: L;
}

export interface ReplayCall extends OperationContext {
  /** What the first request's commit named. */
  resourceId: string;
}

/** A page of a list: its items, and the position after which the next page starts, if there is one. */
export interface Page<T> {
  items: Jsonable<T>[];
  next?: string | undefined;
}

/** The part of a list's query that the kernel reads itself: how many items, and after which position. */
export interface PageRequest {
  limit: number;
  after: string | undefined;
}

/** A resource, with a secret that its creator is shown this once. */
export class WithSecret<T> {
  readonly data: Jsonable<T>;
  readonly secret: string;

  constructor(data: Jsonable<T>, secret: string) {
    this.data = data;
    this.secret = secret;
  }
}
