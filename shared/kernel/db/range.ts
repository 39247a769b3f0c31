import type { Database, Item, KeyRange } from '../core/database.ts';

/** Reads a range of a partition; loaded on first use, since few functions read logs. */
export async function queryRange(
  { client, tableName }: Database,
  { pk, from, to, limit, descending = false, consistent = false }: KeyRange,
): Promise<Item[]> {
  const { Items = [] } = await client.call('Query', {
    TableName: tableName,
    // A condition can have only one comparison of the sort key.
    KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
    ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
    ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
    ConsistentRead: consistent,
    ScanIndexForward: !descending,
    Limit: limit,
  });
  return Items as Item[];
}
