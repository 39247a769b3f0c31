import { AwsError } from '../runner/aws-call.ts';
import { callDynamoDb } from './dynamodb-call.ts';
import type { Resolver } from '../template/intrinsics.ts';
import { physicalName, templateResources } from '../template/resources.ts';
import { StartError } from '../runner/start-error.ts';
import type { Assembly } from '../template/template.ts';

type KeySchema = { AttributeName: string; KeyType: string }[];
type Index = {
  IndexName: string;
  KeySchema: KeySchema;
  Projection?: { ProjectionType?: string; NonKeyAttributes?: string[] };
};

/** A table of the template, as CreateTable input. */
export type TableDefinition = {
  /** Short name and logical id in the template. */
  name: string;
  logicalId: string;
  tableName: string;
  keySchema: KeySchema;
  attributes: { AttributeName: string; AttributeType: string }[];
  globalIndexes: Index[];
  localIndexes: Index[];
  streamViewType: string | undefined;
  ttlAttribute: string | undefined;
};

/** Reads the tables of an assembly, both AWS::DynamoDB::Table and GlobalTable. */
export function readTables(assembly: Assembly, resolver: Resolver): TableDefinition[] {
  return templateResources(assembly, resolver, 'AWS::DynamoDB::Table', 'AWS::DynamoDB::GlobalTable').map(
    (resource) => {
      const property = <T>(name: string) => resolver.property(resource, name) as T | undefined;
      const ttl = property<{ AttributeName: string; Enabled: boolean }>('TimeToLiveSpecification');
      const index = ({ IndexName, KeySchema, Projection }: Index): Index => ({
        IndexName,
        KeySchema,
        Projection: Projection ?? { ProjectionType: 'ALL' },
      });
      return {
        name: resource.name,
        logicalId: resource.logicalId,
        tableName: physicalName(resource),
        keySchema: property<KeySchema>('KeySchema') ?? [],
        attributes: property<TableDefinition['attributes']>('AttributeDefinitions') ?? [],
        globalIndexes: (property<Index[]>('GlobalSecondaryIndexes') ?? []).map(index),
        localIndexes: (property<Index[]>('LocalSecondaryIndexes') ?? []).map(index),
        streamViewType: property<{ StreamViewType: string }>('StreamSpecification')?.StreamViewType,
        ttlAttribute: ttl?.Enabled ? ttl.AttributeName : undefined,
      };
    },
  );
}

/**
 * Creates missing tables, and adds missing streams (initially empty) and global indexes (which the engine
 * backfills). Throws a StartError for a change that cannot be applied to a table with data.
 */
export async function ensureTables(endpoint: string, tables: TableDefinition[]): Promise<void> {
  for (const table of tables) {
    const existing = await describe(endpoint, table.tableName);
    if (existing) await bringUpToDate(endpoint, table, existing);
    else await create(endpoint, table);
    await untilActive(endpoint, table.tableName);
  }
}

/**
 * Creates the tables without their streams and expiry, as DynamoDB leaves them out of a table that it restores; a start
 * adds the streams, which begin empty.
 */
export async function createRestored(endpoint: string, tables: TableDefinition[]): Promise<void> {
  for (const table of tables) {
    await create(endpoint, { ...table, streamViewType: undefined, ttlAttribute: undefined });
    await untilActive(endpoint, table.tableName);
  }
}

type Description = {
  TableStatus: string;
  KeySchema: KeySchema;
  GlobalSecondaryIndexes?: (Index & { IndexStatus?: string })[];
  LocalSecondaryIndexes?: Index[];
  StreamSpecification?: { StreamViewType?: string };
};

async function describe(endpoint: string, TableName: string): Promise<Description | undefined> {
  try {
    return (await callDynamoDb<{ Table: Description }>(endpoint, 'DescribeTable', { TableName })).Table;
  } catch (error) {
    if (error instanceof AwsError && error.name === 'ResourceNotFoundException') return undefined;
    throw error;
  }
}

async function create(endpoint: string, table: TableDefinition): Promise<void> {
  await callDynamoDb(endpoint, 'CreateTable', {
    TableName: table.tableName,
    KeySchema: table.keySchema,
    AttributeDefinitions: table.attributes,
    BillingMode: 'PAY_PER_REQUEST',
    ...(table.globalIndexes.length > 0 && { GlobalSecondaryIndexes: table.globalIndexes }),
    ...(table.localIndexes.length > 0 && { LocalSecondaryIndexes: table.localIndexes }),
    ...(table.streamViewType && { StreamSpecification: streamSpecification(table.streamViewType) }),
  });
  if (!table.ttlAttribute) return;
  await untilActive(endpoint, table.tableName);
  await callDynamoDb(endpoint, 'UpdateTimeToLive', {
    TableName: table.tableName,
    TimeToLiveSpecification: { AttributeName: table.ttlAttribute, Enabled: true },
  });
}

async function bringUpToDate(endpoint: string, table: TableDefinition, existing: Description): Promise<void> {
  const cannot = (what: string) =>
    new StartError(
      `${what} of the table ${table.name} differs from the one that the local data was created ` +
        'with; move the home folder away to start with an empty one, or set PLOTLINE_HOME ' +
        'to another.',
    );
  if (shape(existing.KeySchema) !== shape(table.keySchema)) throw cannot('The key');
  const viewType = existing.StreamSpecification?.StreamViewType;
  if (viewType === undefined && table.streamViewType !== undefined) {
    await callDynamoDb(endpoint, 'UpdateTable', {
      TableName: table.tableName,
      StreamSpecification: streamSpecification(table.streamViewType),
    });
    await untilActive(endpoint, table.tableName);
  } else if (viewType !== table.streamViewType) throw cannot('The stream');
  const has = new Map(
    (existing.GlobalSecondaryIndexes ?? []).map((index) => [index.IndexName, indexShape(index)]),
  );
  for (const index of table.globalIndexes) {
    const found = has.get(index.IndexName);
    if (found !== undefined && found !== indexShape(index)) throw cannot(`The index ${index.IndexName}`);
    if (found !== undefined) continue;
    await callDynamoDb(endpoint, 'UpdateTable', {
      TableName: table.tableName,
      AttributeDefinitions: table.attributes,
      GlobalSecondaryIndexUpdates: [{ Create: index }],
    });
    await untilActive(endpoint, table.tableName);
  }
}

async function untilActive(endpoint: string, tableName: string): Promise<void> {
  for (;;) {
    const table = await describe(endpoint, tableName);
    const states = [
      table?.TableStatus,
      ...(table?.GlobalSecondaryIndexes ?? []).map((index) => index.IndexStatus),
    ];
    if (states.every((state) => state === undefined || state === 'ACTIVE')) return;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

function streamSpecification(StreamViewType: string) {
  return { StreamEnabled: true, StreamViewType };
}

function indexShape({ KeySchema, Projection }: Index): string {
  const attributes = [...(Projection?.NonKeyAttributes ?? [])].sort();
  return `${shape(KeySchema)} ${Projection?.ProjectionType ?? 'ALL'} ${attributes.join()}`;
}

function shape(keySchema: KeySchema): string {
  return keySchema
    .map(({ AttributeName, KeyType }) => `${KeyType}:${AttributeName}`)
    .sort()
    .join();
}
