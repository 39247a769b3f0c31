import type { Audited } from './audited.ts';
import type { Actor } from './actor.ts';
import type { Caller } from './caller.ts';
import type { KeyPurpose, PurposeKeys } from './keyring.ts';
import type { Reader, Change, DrawnNumber } from './database.ts';
import type { Services } from './services.ts';

/** Context of `load`: the valid input, before the caller is known. */
export interface LoadContext<P, Q, B> {
  path: P;
  query: Q;
  body: B;
  read: Reader;
}

/** An operation that another one runs; the kernel knows its kind. */
export interface RunnableOperation {
  id: string;
  kind: 'resource';
}

/** What another operation is run with. */
export interface OperationParts {
  path: Record<string, string>;
  query?: Record<string, unknown>;
  body?: object | undefined;
  ifMatch?: '*' | readonly string[] | undefined;
  /** Carries it out once for this key, however often it is run; what it answers then is the resource as it is. */
  once?: string;
  /** The ids of what it makes, in the order in which it draws them. */
  ids?: readonly string[];
  /** Only says what it would answer, after what else the request has run so. */
  isDry?: boolean;
}

/** How a commit is made, where that differs. */
interface WrittenBy {
  /** As whom the change is recorded, if not as the caller: visitors have another id on the portals of each workspace. */
  actor?: Actor;
  /** What is written instead where others keep writing the same items for a fifth of a second. */
  whenContended?: readonly Change[];
}

/** Context of an operation besides its input; the only source of time, ids and randomness. */
export interface OperationContext {
  caller: Caller;
  read: Reader;
  now: Date;
  newId: () => string;
  randomBytes: (size: number) => Buffer;
  /** The keys of a purpose, derived from the environment's keyring. */
  keys: (purpose: KeyPurpose) => Promise<PurposeKeys>;
  /** An optional setting of the environment, by its variable. */
  setting: (variable: string) => string | undefined;
  /** The public base URL of the service, without a trailing slash. */
  baseUrl: () => string;
  /** Waits for some milliseconds. */
  pause: (ms: number) => Promise<void>;
  /** Returns the public IPv4 addresses of an outside host name; throws for any other. */
  resolvePublic: (host: string) => Promise<string[]>;
  /** Returns the TXT records of a name, none if it has none; throws LookupFailed if name servers do not answer. */
  resolveTxt: (name: string) => Promise<string[]>;
  /**
   * Throws a 409 if the request has an If-Match header that does not name this version; for operations that declare
   * `ifMatch`, once the caller may see the resource. The write must depend on the version too.
   */
  assertMatch: (current: { updatedAt: string }) => void;
  /**
   * Draws the next number of a counter, starting at 1, immediately; a request that fails later leaves a gap.
   */
  nextNumber: (counter: { pk: string; sk: string }) => Promise<number>;
  /**
   * Like nextNumber, but returns the whole counter with the data stored next to the number. Of amount 0 it is the last
   * number, drawn again.
   */
  drawNumber: (counter: { pk: string; sk: string }, amount?: 0 | 1) => Promise<DrawnNumber>;
  /**
   * Counts writes besides the first one of a request, before they are made: as many resources as it makes. Throws a 429
   * if the workspace has too few left of its day.
   */
  countWrites: (more: number) => Promise<void>;
  /**
   * Writes all changes or none, together with the request's idempotency record, which stores the resource to
   * return on a replay, and the entry in the audit trail that the operation declares, unless nothing changes.
   */
  commit: (
    changes: readonly Change[],
    resourceId: string,
    audited?: Audited,
    written?: WrittenBy,
  ) => Promise<void>;
  /**
   * Writes an idempotent step separately from the commit. Returns false if a race was lost and its input must
   * be read again.
   */
  tryWrite: (changes: readonly Change[]) => Promise<boolean>;
  /**
   * Writes the idempotency record of a request with a key before the steps that it stands for, which costs less than a
   * transaction with them; called again, it replaces the record. `replay` then carries out what is missing.
   */
  recordFirst: (resourceId: string) => Promise<void>;
  /**
   * Runs another operation for the same caller, with the rights and errors that it has for them, as a part of a change
   * set, and returns its output.
   */
  run: (operation: RunnableOperation, parts: OperationParts, changeSetId: string) => Promise<unknown>;
  /** Finds whether another operation would be refused to the same caller by right; throws that 403, and writes nothing. */
  assertMay: (operation: RunnableOperation, parts: OperationParts) => Promise<void>;
  /** New services with which operations run as ever and write nothing, though each finds what those before it would have written. */
  withoutWrites: () => Promise<Services>;
  /** The change set that the request names in its header. */
  changeSetId: string | undefined;
  /** Identifies the request by its Idempotency-Key, also when it is sent again; undefined without one. */
  requestKey: string | undefined;
}

/** Context of `handle`. `loaded` was read in the same round trip as the credential. */
export interface Call<P, Q, B, L> extends OperationContext {
  path: P;
  query: Q;
  body: B;
  loaded: L;
}

export interface ReplayCall extends OperationContext {
  /** The id recorded by the first request's commit. */
  resourceId: string;
}

/** A page of a list: its items, and the position after which the next page starts, if any. */
export interface Page<T> {
  items: T[];
  next?: string | undefined;
  /** For a resumable list: the position to continue from later, even if there is nothing more now. */
  resume?: string;
}

/** The part of a list's query that the kernel handles: limit and position. */
export interface PageRequest {
  limit: number;
  after: string | undefined;
}

/** A resource that a creation found instead of making it. */
export class Existing<T> {
  readonly data: T;

  constructor(data: T) {
    this.data = data;
  }
}

/** Groups of things with the number of the things, each counted once. */
export class WithTotal<T> {
  readonly data: T;
  readonly total: number;

  constructor(data: T, total: number) {
    this.data = data;
    this.total = total;
  }
}

/** What a request has only begun and a job completes; answered with 202. */
export class Accepted<T> {
  readonly data: T;

  constructor(data: T) {
    this.data = data;
  }
}

/** A resource with a secret that is returned only once: a text, or as the operation declares it. */
export class WithSecret<T> {
  readonly data: T;
  readonly secret: string | object;

  constructor(data: T, secret: string | object) {
    this.data = data;
    this.secret = secret;
  }
}
