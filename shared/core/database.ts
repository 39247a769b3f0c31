import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';

export interface Key {
  pk: string;
  sk: string;
}

/** An item as stored; each noun's store knows its attributes. */
export type Item = Key & Record<string, unknown>;

export type IndexName =
  'list' | 'number' | 'status' | 'assignee' | 'sprint' | 'objective' | 'parent' | 'changed' | 'due';

export interface IndexQuery {
  index: IndexName;
  partition: string;
  /** Only items whose sort key is below this one. */
  before?: string | number;
  /** Only the item with exactly this sort key. */
  at?: string | number;
  /** Lowest sort key first, up to this one. */
  upTo?: string;
  limit: number;
}

/**
 * Reads of one request. Gets made in the same turn of the event loop travel as one strongly consistent
 * BatchGetItem, which is how credential, membership and the operation's own items cost one round trip.
 */
export interface Reader {
  /** The item of a key as it is now, or undefined. */
  get(key: Key): Promise<Item | undefined>;
  /** The items of keys in their order, eventually consistent; `attributes` narrows what is read. */
  getMany(keys: readonly Key[], attributes?: readonly string[]): Promise<(Item | undefined)[]>;
  /** Up to `limit` items of an index partition, highest sort key first unless `upTo` is given, eventually consistent. */
  query(query: IndexQuery): Promise<Item[]>;
  /** All items under a partition key, or those whose sort key starts with a prefix, highest first, consistent. */
  children(pk: string, prefix?: string): Promise<Item[]>;
}

/** What must hold of the item that a change touches, at the moment of the write. */
export type Condition =
  | 'absent'
  | 'present'
  /** Each attribute has this value, undefined meaning that it is not there; each number is below its bound. */
  | { equals: Record<string, unknown>; below?: Record<string, number> }
  /** Absent, or its number attribute is not above the given one. */
  | { absentOrAtMost: { attribute: string; value: number } }
  /** Present, and its number attribute is above the given one. */
  | { above: { attribute: string; value: number } }
  /** Present, and the set or list attribute lacks or holds the value. */
  | { lacks: { attribute: string; value: unknown } }
  | { holds: { attribute: string; value: unknown } };

interface Guard {
  if?: Condition;
  /** The error to throw when `if` does not hold; it is handed the item as it is, if there is one. */
  onConditionFailed?: (current: Item | undefined) => Error;
}

export interface Update {
  set?: Record<string, unknown>;
  remove?: readonly string[];
  /** Numbers to add, or sets whose members to add. */
  add?: Record<string, unknown>;
  /** Sets whose members to take out. */
  delete?: Record<string, unknown>;
}

export type Change = Guard &
  ({ put: Item } | { update: Key; with: Update } | { delete: Key } | { check: Key; if: Condition });

/** A counter as it is after a number was drawn from it: that number, and what its owner keeps beside. */
export type Counter = Record<string, unknown> & { count: number };

/** A table and the client that reaches it. */
export interface Database {
  client: DynamoDBDocumentClient;
  tableName: string;
}
