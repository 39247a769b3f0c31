import { CreateTableCommand, type GlobalSecondaryIndex } from '@aws-sdk/client-dynamodb';
import { randomUUID } from 'node:crypto';
import { table } from '../../shared/kernel/db/table.ts';
import { databaseOf, sharedService, type ServiceAddress } from './service.ts';

/**
 * The shared engine with an empty table of the suite's own beside the service's, which no function looks at:
 * for what looks over all workspaces.
 */
export async function ownTable(): Promise<ServiceAddress> {
  const address = { ...sharedService(), tableName: `own-${randomUUID()}` };
  const indexes = Object.entries(table.indexes);
  const sortTypes = indexes.map(([, index]) => [index.sortKey, 'numeric' in index ? 'N' : 'S'] as const);
  const types = new Map<string, 'N' | 'S'>([
    [table.partitionKey, 'S'],
    [table.sortKey, 'S'],
    ...indexes.map(([, { partitionKey }]) => [partitionKey, 'S'] as const),
    ...sortTypes,
  ]);
  const client = await databaseOf(address).client.sdk();
  await client.send(
    new CreateTableCommand({
      TableName: address.tableName,
      BillingMode: 'PAY_PER_REQUEST',
      AttributeDefinitions: [...types].map(([AttributeName, AttributeType]) => ({
        AttributeName,
        AttributeType,
      })),
      KeySchema: keySchema(table.partitionKey, table.sortKey),
      GlobalSecondaryIndexes: indexes.map(([IndexName, index]): GlobalSecondaryIndex => ({
        IndexName,
        KeySchema: keySchema(index.partitionKey, index.sortKey),
        Projection:
          'include' in index
            ? { ProjectionType: 'INCLUDE', NonKeyAttributes: [...index.include] }
            : { ProjectionType: 'KEYS_ONLY' },
      })),
    }),
  );
  return address;
}

const keySchema = (partition: string, sort: string) => [
  { AttributeName: partition, KeyType: 'HASH' as const },
  { AttributeName: sort, KeyType: 'RANGE' as const },
];
