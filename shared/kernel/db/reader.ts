import { setTimeout as delay } from 'node:timers/promises';
import { table } from './table.ts';
import { DatabaseUnavailable } from './unavailable.ts';
import type { CallOutput, Key, Item, IndexQuery, Reader, Database } from '../core/database.ts';

/** DynamoDB's limit on keys per BatchGetItem. */
const BATCH_LIMIT = 100;
const BATCH_ATTEMPTS = 6;

interface Waiting {
  key: Key;
  resolve: (item: Item | undefined) => void;
  reject: (error: unknown) => void;
}

/** The reads of one request. Gets can be eventually consistent, at half the price, for what lists show. */
export function createReader(
  database: Database,
  { consistent = true }: { consistent?: boolean } = {},
): Reader {
  let waiting: Waiting[] = [];

  async function flush() {
    const batch = waiting;
    waiting = [];
    try {
      const items = await batchGet(database, uniqueKeys(batch.map(({ key }) => key)), { consistent });
      for (const { key, resolve } of batch) resolve(items.get(keyText(key)));
    } catch (error) {
      for (const { reject } of batch) reject(error);
    }
  }

  return {
    get: (key) =>
      new Promise((resolve, reject) => {
        if (waiting.length === 0) queueMicrotask(() => void flush());
        waiting.push({ key, resolve, reject });
      }),
    async getMany(keys, attributes) {
      if (keys.length === 0) return [];
      const items = await batchGet(database, uniqueKeys(keys), attributes ? { attributes } : {});
      return keys.map((key) => items.get(keyText(key)));
    },
    query: (query) => queryIndex(database, query),
    count: (query) => countIndex(database, query),
    children: (pk, prefix) => queryChildren(database, pk, prefix),
    range: async (range) => (await import('./range.ts')).queryRange(database, range),
  };
}

const keyText = ({ pk, sk }: Key): string => `${pk} ${sk}`;

const uniqueKeys = (keys: readonly Key[]): Key[] => [
  ...new Map(keys.map(({ pk, sk }) => [keyText({ pk, sk }), { pk, sk }])).values(),
];

interface BatchOptions {
  consistent?: boolean;
  attributes?: readonly string[];
}

async function batchGet(database: Database, keys: Key[], options: BatchOptions): Promise<Map<string, Item>> {
  const chunks: Key[][] = [];
  for (let start = 0; start < keys.length; start += BATCH_LIMIT)
    chunks.push(keys.slice(start, start + BATCH_LIMIT));
  const found = await Promise.all(chunks.map((chunk) => getChunk(database, chunk, options)));
  return new Map(found.flat().map((item) => [keyText(item), item]));
}

/**
 * DynamoDB can return part of a batch; unprocessed keys are requested again, because "unprocessed" does not
 * mean "missing".
 */
async function getChunk(
  { client, tableName }: Database,
  keys: Key[],
  options: BatchOptions,
): Promise<Item[]> {
  const settings = { ConsistentRead: options.consistent ?? false, ...projection(options.attributes) };
  if (keys.length === 1) {
    const { Item } = await client.call('GetItem', { TableName: tableName, Key: keys[0], ...settings });
    return Item ? [Item as Item] : [];
  }
  const items: Item[] = [];
  let left: Record<string, unknown>[] | undefined = keys.map(({ pk, sk }) => ({ pk, sk }));
  for (let attempt = 0; left?.length; attempt++) {
    if (attempt === BATCH_ATTEMPTS)
      throw new DatabaseUnavailable('BatchGetItem kept leaving keys unprocessed.');
    if (attempt > 0) await delay(2 ** attempt * 10);
    const answer: CallOutput<'BatchGetItem'> = await client.call('BatchGetItem', {
      RequestItems: { [tableName]: { Keys: left, ...settings } },
    });
    items.push(...((answer.Responses?.[tableName] ?? []) as Item[]));
    left = answer.UnprocessedKeys?.[tableName]?.Keys;
  }
  return items;
}

function projection(attributes?: readonly string[]) {
  if (!attributes) return {};
  const names = ['pk', 'sk', ...attributes];
  return {
    ProjectionExpression: names.map((name) => `#${name}`).join(', '),
    ExpressionAttributeNames: Object.fromEntries(names.map((name) => [`#${name}`, name])),
  };
}

interface Bound {
  /** The comparison of the sort key, `#s`; undefined for all of the partition. */
  comparison?: string;
  values?: Record<string, string | number>;
}

function boundOf({ at, before, downTo, upTo, ascending }: IndexQuery): Bound {
  const by = (operator: string, value: string | number | undefined): Bound =>
    value === undefined ? {} : { comparison: `#s ${operator} :s`, values: { ':s': value } };
  if (at !== undefined) return by('=', at);
  if (downTo !== undefined && typeof before === 'string')
    return { comparison: '#s BETWEEN :s AND :last', values: { ':s': downTo, ':last': justBelow(before) } };
  if (before !== undefined) return by('<', before);
  if (ascending) return by('>', ascending.after);
  return downTo === undefined ? by('<=', upTo) : by('>=', downTo);
}

/** A text below another one, and above all lower ones of the same length; BETWEEN includes both ends. */
const justBelow = (text: string): string =>
  `${text.slice(0, -1)}${String.fromCharCode(text.charCodeAt(text.length - 1) - 1)}~`;

/** The key from which a query of an index continues after an item. */
const startKeyOf = (item: Item, indexKeys: readonly string[]): Record<string, unknown> =>
  Object.fromEntries(['pk', 'sk', ...indexKeys].map((name) => [name, item[name]]));

async function queryIndex({ client, tableName }: Database, query: IndexQuery): Promise<Item[]> {
  const { partitionKey, sortKey } = table.indexes[query.index];
  const { before, downTo } = query;
  // DynamoDB refuses a BETWEEN that holds nothing.
  if (downTo !== undefined && before !== undefined && before <= downTo) return [];
  const { comparison, values } = boundOf(query);
  const items: Item[] = [];
  let from = query.following && startKeyOf(query.following, [partitionKey, sortKey]);
  do {
    const answer = await client.call('Query', {
      TableName: tableName,
      IndexName: query.index,
      KeyConditionExpression: comparison === undefined ? '#p = :p' : `#p = :p AND ${comparison}`,
      ExpressionAttributeNames: {
        '#p': partitionKey,
        ...(comparison === undefined ? {} : { '#s': sortKey }),
      },
      ExpressionAttributeValues: { ':p': query.partition, ...values },
      ScanIndexForward: query.upTo !== undefined || query.ascending !== undefined,
      Limit: query.limit - items.length,
      ExclusiveStartKey: from,
    });
    items.push(...((answer.Items ?? []) as Item[]));
    from = answer.LastEvaluatedKey;
  } while (from && items.length < query.limit);
  return items;
}

async function countIndex(
  { client, tableName }: Database,
  { index, partition, limit = Infinity }: Parameters<Reader['count']>[0],
): Promise<number> {
  let count = 0;
  let from: Record<string, unknown> | undefined;
  do {
    const answer = await client.call('Query', {
      TableName: tableName,
      IndexName: index,
      Select: 'COUNT',
      KeyConditionExpression: '#p = :p',
      ExpressionAttributeNames: { '#p': table.indexes[index].partitionKey },
      ExpressionAttributeValues: { ':p': partition },
      ...(Number.isFinite(limit) && { Limit: limit - count }),
      ExclusiveStartKey: from,
    });
    count += answer.Count ?? 0;
    from = answer.LastEvaluatedKey;
  } while (from && count < limit);
  return count;
}

async function queryChildren({ client, tableName }: Database, pk: string, prefix?: string): Promise<Item[]> {
  const narrowed = prefix !== undefined;
  const items: Item[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const answer = await client.call('Query', {
      TableName: tableName,
      KeyConditionExpression: narrowed ? '#pk = :pk AND begins_with(#sk, :prefix)' : '#pk = :pk',
      ExpressionAttributeNames: { '#pk': 'pk', ...(narrowed ? { '#sk': 'sk' } : {}) },
      ExpressionAttributeValues: { ':pk': pk, ...(narrowed ? { ':prefix': prefix } : {}) },
      ConsistentRead: true,
      ScanIndexForward: false,
      ExclusiveStartKey: from,
    });
    items.push(...((answer.Items ?? []) as Item[]));
    from = answer.LastEvaluatedKey;
  } while (from);
  return items;
}
