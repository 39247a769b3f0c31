import { appendFileSync, createReadStream, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { callDynamoDb } from '../local/database/dynamodb-call.ts';

/** An item as it travels, with the type of each value: binary stays in base64. */
type Item = Record<string, object>;

interface Table {
  endpoint: string;
  tableName: string;
}

/** Items in one request of BatchWriteItem (AWS limit). */
const BATCH = 25;

/** Writes all items to a file, one a line, as DynamoDB's export to S3 does; returns how many. */
export async function exportTable({ endpoint, tableName }: Table, file: string): Promise<number> {
  writeFileSync(file, '', { mode: 0o600 });
  let items = 0;
  let from: Item | undefined;
  do {
    const page = await callDynamoDb<{ Items: Item[]; LastEvaluatedKey?: Item }>(endpoint, 'Scan', {
      TableName: tableName,
      ConsistentRead: true,
      ...(from ? { ExclusiveStartKey: from } : {}),
    });
    appendFileSync(file, page.Items.map((item) => `${JSON.stringify({ Item: item })}\n`).join(''));
    items += page.Items.length;
    from = page.LastEvaluatedKey;
  } while (from);
  return items;
}

/** Puts the items of an export into a table; returns how many. */
export async function importTable(table: Table, file: string): Promise<number> {
  let items = 0;
  let batch: Item[] = [];
  for await (const line of createInterface({ input: createReadStream(file) })) {
    batch.push((JSON.parse(line) as { Item: Item }).Item);
    items++;
    if (batch.length < BATCH) continue;
    await putAll(table, batch);
    batch = [];
  }
  await putAll(table, batch);
  return items;
}

async function putAll({ endpoint, tableName }: Table, items: readonly Item[]): Promise<void> {
  let rest = items.map((item) => ({ PutRequest: { Item: item } }));
  while (rest.length > 0) {
    const { UnprocessedItems } = await callDynamoDb<{ UnprocessedItems?: Record<string, typeof rest> }>(
      endpoint,
      'BatchWriteItem',
      { RequestItems: { [tableName]: rest } },
    );
    rest = UnprocessedItems?.[tableName] ?? [];
  }
}
