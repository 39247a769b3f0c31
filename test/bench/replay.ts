import { unmarshall } from '@aws-sdk/util-dynamodb';
import type { Database } from '../../shared/kernel/core/database.ts';

/** A DynamoDB call as it went over the wire; values are marshalled. */
export interface RecordedCall {
  operation: string;
  body: Record<string, unknown>;
}

/** What differs from one turn of the bare loop to the next. */
export interface Turn {
  /** The partition key to use where a recorded one stood. */
  rename: (pk: string) => string;
  /** The number of the story that is put; a call that draws one from a counter sets it. */
  number?: number;
  /** The updatedAt of the item that a conditional put replaces, and of what it puts. */
  version?: { previous: string; next: string };
}

type Item = Record<string, unknown>;

interface Put extends Item {
  Item: Item;
  ExpressionAttributeNames?: Record<string, string>;
  ExpressionAttributeValues?: Item;
}

type Send = (database: Database, turn: Turn) => Promise<unknown>;

/**
 * The calls that the service was seen to make, as the same commands for the bare loop: recorded once, made
 * again with other keys. What can be prepared is, so that a turn costs little more than the SDK itself.
 */
export function prepareReplay(calls: readonly RecordedCall[]): Send[] {
  return calls.map(({ operation, body }) => {
    const prepare = replays[operation];
    if (!prepare) throw new Error(`The bare loop does not know ${operation}; teach it in replay.ts.`);
    const { ClientRequestToken: _, ...input } = body;
    return prepare(unmarshalled(input) as never);
  });
}

const replays: Record<string, (input: never) => Send> = {
  GetItem:
    (input: { Key: Item }) =>
    ({ client }, { rename }) =>
      client.call('GetItem', { ...input, Key: renamed(input.Key, rename) } as never),

  BatchGetItem: ({ RequestItems }: { RequestItems: Record<string, { Keys: Item[] }> }) => {
    const [[tableName, request]] = Object.entries(RequestItems) as [[string, { Keys: Item[] }]];
    return ({ client }, { rename }) => {
      const Keys = request.Keys.map((key) => renamed(key, rename));
      return client.call('BatchGetItem', { RequestItems: { [tableName]: { ...request, Keys } } });
    };
  },

  Query:
    (input: object) =>
    ({ client }) =>
      client.call('Query', input as never),

  UpdateItem:
    (input: object) =>
    async ({ client }, turn) => {
      const { Attributes } = await client.call('UpdateItem', input as never);
      turn.number = Attributes?.['count'] as number;
    },

  PutItem:
    (input: Put) =>
    ({ client }, turn) =>
      client.call('PutItem', nextPut(input, turn) as never),

  TransactWriteItems:
    ({ TransactItems }: { TransactItems: { Put?: Put }[] }) =>
    ({ client }, turn) => {
      const items = TransactItems.map((item) => (item.Put ? { Put: nextPut(item.Put, turn) } : item));
      return client.call('TransactWriteItems', { TransactItems: items as never });
    },
};

const renamed = (item: Item, rename: Turn['rename']): Item => ({ ...item, pk: rename(item['pk'] as string) });

function nextPut(put: Put, { rename, version, number }: Turn): Put {
  const Item = renamed(put.Item, rename);
  if (number !== undefined && 'number' in Item) Item['number'] = number;
  if (!version) return { ...put, Item };
  // The document contains it too; without that change the list index would not be written.
  Item['doc'] = (Item['doc'] as string).replace(Item['updatedAt'] as string, version.next);
  Item['updatedAt'] = version.next;
  const [name] = Object.keys(put.ExpressionAttributeValues ?? {}) as [string];
  return { ...put, Item, ExpressionAttributeValues: { [name]: version.previous } };
}

/** The members of a call that hold attribute values, wherever they stand in it. */
const MARSHALLED = new Set(['Key', 'Item', 'ExpressionAttributeValues', 'ExclusiveStartKey']);

/** The input of a recorded call as the SDK's document client takes it. */
export function unmarshalled(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(unmarshalled);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]: [string, unknown]) => {
      if (name === 'Keys') return [name, (member as never[]).map((key) => unmarshall(key))];
      return [name, MARSHALLED.has(name) ? unmarshall(member as never) : unmarshalled(member)];
    }),
  );
}
