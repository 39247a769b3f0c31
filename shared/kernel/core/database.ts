import type * as lib from '@aws-sdk/lib-dynamodb';

export interface Key {
  pk: string;
  sk: string;
}

/** An item as stored; its attributes are defined by its noun's store. */
export type Item = Key & Record<string, unknown>;

export type IndexName =
  'list' | 'number' | 'status' | 'assignee' | 'sprint' | 'objective' | 'parent' | 'changed' | 'due' | 'rank';

export interface IndexQuery {
  index: IndexName;
  partition: string;
  /** Returns only items with a lower sort key. */
  before?: string | number;
  /** Returns items down to this sort key, highest first. */
  downTo?: string;
  /** Returns only the item with this sort key. */
  at?: string | number;
  /** Returns items in ascending order, up to this sort key. */
  upTo?: string;
  /** Returns items in ascending order, after a sort key if one is given. */
  ascending?: { after: string | number | undefined };
  /** Continues after this item of an earlier query, also where others have the same sort key. */
  following?: Item | undefined;
  limit: number;
}

/** A range of sort keys in one partition of the table. */
export interface KeyRange {
  pk: string;
  /** The lowest and the highest sort key, both included. */
  from: string;
  to: string;
  limit: number;
  /** Highest sort key first. */
  descending?: boolean;
  /** Whether the read is strongly consistent, at twice the price. */
  consistent?: boolean;
}

/**
 * The reads of one request. Gets issued in the same turn of the event loop are sent as one strongly
 * consistent BatchGetItem, so credential, membership and the operation's own items cost one round trip.
 */
export interface Reader {
  /** Returns the current item of a key, or undefined. */
  get(key: Key): Promise<Item | undefined>;
  /** Returns the items of keys, in order. Eventually consistent; `attributes` limits what is read. */
  getMany(keys: readonly Key[], attributes?: readonly string[]): Promise<(Item | undefined)[]>;
  /**
   * Returns up to `limit` items of an index partition, highest sort key first unless `upTo` is set.
   * Eventually consistent.
   */
  query(query: IndexQuery): Promise<Item[]>;
  /** Counts the items of an index partition, up to `limit`, at half a read unit per 4 KB. Eventually consistent. */
  count(query: Pick<IndexQuery, 'index' | 'partition'> & { limit?: number }): Promise<number>;
  /**
   * Returns all items under a partition key, or those whose sort key has a prefix, highest first. Strongly
   * consistent.
   */
  children(pk: string, prefix?: string): Promise<Item[]>;
  /** Returns up to `limit` items of a range; fewer if they exceed 1 MB (AWS limit). */
  range(range: KeyRange): Promise<Item[]>;
}

/** The condition on the changed item at the time of the write. */
export type Condition =
  | 'absent'
  | 'present'
  /** Each attribute has this value (undefined: is absent); each number is below its bound. */
  | { equals: Record<string, unknown>; below?: Record<string, number> }
  /** Absent, or its number attribute is at most the given one. */
  | { absentOrAtMost: { attribute: string; value: number } }
  /** Absent, or its attribute is greater than the given one. */
  | { absentOrAbove: { attribute: string; value: number | string } }
  /** Present, and its number attribute is greater than the given one. */
  | { above: { attribute: string; value: number } }
  /** Present, and the set or list attribute lacks or contains the value. */
  | { lacks: { attribute: string; value: unknown } }
  | { holds: { attribute: string; value: unknown } };

interface Guard {
  if?: Condition;
  /** Creates the error for a failed `if`; receives the current item, if it exists. */
  onConditionFailed?: (current: Item | undefined) => Error;
}

export interface Update {
  set?: Record<string, unknown>;
  remove?: readonly string[];
  /** Numbers to add, or sets with elements to add. */
  add?: Record<string, unknown>;
  /** Sets with elements to remove. */
  delete?: Record<string, unknown>;
}

/** A condition without a write: the transaction is committed only if it holds. */
export type Check = Guard & { check: Key; if: Condition };

/** A change that only adds to numbers, or adds to and removes from sets, such as counters. */
export type Addition = Guard & { update: Key; with: Pick<Update, 'add' | 'delete'> };

export type Change = Check | (Guard & ({ put: Item } | { update: Key; with: Update } | { delete: Key }));

/** A counter after drawing a number: the number, and the data stored next to it. */
export type DrawnNumber = Record<string, unknown> & { count: number };

/** The calls that requests make, with values instead of attribute values. */
interface DatabaseCalls {
  GetItem: [lib.GetCommandInput, lib.GetCommandOutput];
  BatchGetItem: [lib.BatchGetCommandInput, lib.BatchGetCommandOutput];
  Query: [lib.QueryCommandInput, lib.QueryCommandOutput];
  Scan: [lib.ScanCommandInput, lib.ScanCommandOutput];
  PutItem: [lib.PutCommandInput, lib.PutCommandOutput];
  UpdateItem: [lib.UpdateCommandInput, lib.UpdateCommandOutput];
  DeleteItem: [lib.DeleteCommandInput, lib.DeleteCommandOutput];
  TransactWriteItems: [lib.TransactWriteCommandInput, lib.TransactWriteCommandOutput];
}

export type CallName = keyof DatabaseCalls;
export type CallInput<Name extends CallName> = DatabaseCalls[Name][0];
export type CallOutput<Name extends CallName> = Omit<DatabaseCalls[Name][1], '$metadata'>;

export interface CallOptions {
  abortSignal?: AbortSignal;
}

export interface DatabaseClient {
  /** Throws DatabaseRefusal if a condition or another write prevents it, and otherwise the SDK's errors. */
  call<Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    options?: CallOptions,
  ): Promise<CallOutput<Name>>;
  /** The SDK's client, for calls outside of requests; loaded on first use. */
  sdk(): Promise<lib.DynamoDBDocumentClient>;
  destroy(): void;
}

/** A table with its client. */
export interface Database {
  client: DatabaseClient;
  tableName: string;
}
