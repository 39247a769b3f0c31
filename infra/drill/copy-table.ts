import { BatchWriteItemCommand, ScanCommand, type AttributeValue } from '@aws-sdk/client-dynamodb';
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { once } from 'node:events';
import { finished } from 'node:stream/promises';
import type { Database } from '../../shared/core/database.ts';

type Item = Record<string, AttributeValue>;

/** Items in one request of BatchWriteItem (AWS limit). */
const BATCH = 25;

/** Writes all items to a file, one a line, as DynamoDB's export to S3 does; returns how many. */
export async function exportTable({ client, tableName }: Database, file: string): Promise<number> {
  const out = createWriteStream(file, { mode: 0o600 });
  let items = 0;
  let from: Item | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await client.send(
      new ScanCommand({ TableName: tableName, ExclusiveStartKey: from, ConsistentRead: true }),
    );
    for (const item of Items) if (!out.write(`${JSON.stringify({ Item: item })}\n`)) await once(out, 'drain');
    items += Items.length;
    from = LastEvaluatedKey;
  } while (from);
  out.end();
  await finished(out);
  return items;
}

/** Puts the items of an export into a table; returns how many. */
export async function importTable(database: Database, file: string): Promise<number> {
  let items = 0;
  let batch: Item[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    batch.push((JSON.parse(line) as { Item: Item }).Item);
    items++;
    if (batch.length < BATCH) continue;
    await putAll(database, batch);
    batch = [];
  }
  await putAll(database, batch);
  return items;
}

async function putAll({ client, tableName }: Database, items: readonly Item[]): Promise<void> {
  let rest = items.map((Item) => ({ PutRequest: { Item } }));
  while (rest.length > 0) {
    const { UnprocessedItems = {} } = await client.send(
      new BatchWriteItemCommand({ RequestItems: { [tableName]: rest } }),
    );
    rest = (UnprocessedItems[tableName] ?? []) as typeof rest;
  }
}
