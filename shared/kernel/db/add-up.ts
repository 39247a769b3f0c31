import type { Database, Key } from '../core/database.ts';

/** The timeout of a call in milliseconds; these sums are not important enough to wait longer. */
const PATIENCE_MS = 1_000;

/**
 * Adds to an item's `sum`, which starts at 0, and returns the new sum. The item expires at `ttl` (seconds since
 * 1970). A retry by the SDK may add twice.
 */
export async function addUp(
  { client, tableName }: Database,
  key: Key,
  { count, ttl }: { count: number; ttl: number },
): Promise<number> {
  const { Attributes } = await client.call(
    'UpdateItem',
    {
      TableName: tableName,
      Key: { pk: key.pk, sk: key.sk },
      UpdateExpression: 'ADD #sum :count SET #ttl = :ttl',
      ExpressionAttributeNames: { '#sum': 'sum', '#ttl': 'ttl' },
      ExpressionAttributeValues: { ':count': count, ':ttl': ttl },
      ReturnValues: 'UPDATED_NEW',
    },
    { abortSignal: AbortSignal.timeout(PATIENCE_MS) },
  );
  return Attributes!['sum'] as number;
}
