import type { Database, Item, Key } from '../core/database.ts';

interface ScannedPage {
  items: Item[];
  /** The key at which the next page begins; undefined at the end of the table. */
  next: Key | undefined;
}

/**
 * Reads a page of the whole table, at most 1 MB (AWS limit) or `limit` items, eventually consistent. For an operator's
 * commands only: what requests read is found through keys and indexes.
 */
export async function scanPage(
  { client, tableName }: Database,
  from: Key | undefined,
  limit?: number,
): Promise<ScannedPage> {
  const { Items = [], LastEvaluatedKey } = await client.call('Scan', {
    TableName: tableName,
    ExclusiveStartKey: from,
    Limit: limit,
  });
  return { items: Items as Item[], next: LastEvaluatedKey as Key | undefined };
}

/** The approximate number of items in the table: DynamoDB updates it every six hours. */
export async function countItems({ client, tableName }: Database): Promise<number> {
  const { DescribeTableCommand } = await import('@aws-sdk/client-dynamodb');
  const { Table } = await (await client.sdk()).send(new DescribeTableCommand({ TableName: tableName }));
  return Table?.ItemCount ?? 0;
}
