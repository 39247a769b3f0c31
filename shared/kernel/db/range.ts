import type { Database, Item, Key, KeyRange } from '../core/database.ts';

/** Reads a range of a partition to its limit or its end; loaded on first use, since few functions read logs. */
export async function queryRange(
  { client, tableName }: Database,
  { pk, from, to, limit, descending = false, consistent = false }: KeyRange,
): Promise<Item[]> {
  const found: Item[] = [];
  let after: Key | undefined;
  // AWS ends a page of a query after 1 MB, whatever its limit is.
  do {
    const { Items = [], LastEvaluatedKey } = await client.call('Query', {
      TableName: tableName,
      // A condition can have only one comparison of the sort key.
      KeyConditionExpression: '#pk = :pk AND #sk BETWEEN :from AND :to',
      ExpressionAttributeNames: { '#pk': 'pk', '#sk': 'sk' },
      ExpressionAttributeValues: { ':pk': pk, ':from': from, ':to': to },
      ConsistentRead: consistent,
      ScanIndexForward: !descending,
      Limit: limit - found.length,
      ExclusiveStartKey: after,
    });
    found.push(...(Items as Item[]));
    after = LastEvaluatedKey as Key | undefined;
  } while (after !== undefined && found.length < limit);
  return found;
}
