import { describe, expect, test } from 'vitest';
import { callDynamoDb } from '../../../../infra/local/database/dynamodb-call.ts';
import { startEngine } from '../../../../infra/local/database/engine.ts';
import { findStream, StreamReader } from '../../../../infra/local/streams/reader.ts';
import { ensureTables } from '../../../../infra/local/database/tables.ts';
import type { TableDefinition } from '../../../../infra/local/database/tables.ts';
import { startFixture, temporaryFolder } from '../support.ts';

const TABLE: TableDefinition = {
  name: 'Things',
  logicalId: 'Things01234567',
  tableName: 'Stack-Things',
  keySchema: [{ AttributeName: 'pk', KeyType: 'HASH' }],
  attributes: [{ AttributeName: 'pk', AttributeType: 'S' }],
  globalIndexes: [],
  localIndexes: [],
  streamViewType: 'NEW_AND_OLD_IMAGES',
  ttlAttribute: 'ttl',
};
const WITH_INDEX: TableDefinition = {
  ...TABLE,
  attributes: [...TABLE.attributes, { AttributeName: 'color', AttributeType: 'S' }],
  globalIndexes: [
    {
      IndexName: 'byColor',
      KeySchema: [{ AttributeName: 'color', KeyType: 'HASH' }],
      Projection: { ProjectionType: 'KEYS_ONLY' },
    },
  ],
};

describe('the tables of the template', () => {
  test('are there with indexes, stream and time to live', async () => {
    const local = await startFixture();
    const TableName = local.tableName();
    expect([local.tableName('Table'), local.tableName('TableCD117FA1')]).toEqual([TableName, TableName]);
    expect(() => local.tableName('Other')).toThrow('The template has no table Other.');
    const { Table } = await callDynamoDb<{ Table: object }>(local.dynamodbEndpoint, 'DescribeTable', {
      TableName,
    });
    expect(Table).toMatchObject({
      KeySchema: [
        { AttributeName: 'pk', KeyType: 'HASH' },
        { AttributeName: 'sk', KeyType: 'RANGE' },
      ],
      GlobalSecondaryIndexes: [{ IndexName: 'list', Projection: { ProjectionType: 'KEYS_ONLY' } }],
      StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    });
    const ttl = await callDynamoDb(local.dynamodbEndpoint, 'DescribeTimeToLive', { TableName });
    expect(ttl).toMatchObject({
      TimeToLiveDescription: { TimeToLiveStatus: 'ENABLED', AttributeName: 'ttl' },
    });
    await local.stop();
  });

  test('gain an index that the template gained, with the items that are there', async () => {
    const { endpoint, stop } = await startEngine({ home: temporaryFolder(), inMemory: true });
    await ensureTables(endpoint, [TABLE]);
    const TableName = TABLE.tableName;
    await callDynamoDb(endpoint, 'PutItem', { TableName, Item: { pk: { S: 'a' }, color: { S: 'red' } } });
    await ensureTables(endpoint, [WITH_INDEX]);
    await ensureTables(endpoint, [WITH_INDEX]);
    const found = await callDynamoDb(endpoint, 'Query', {
      TableName,
      IndexName: 'byColor',
      KeyConditionExpression: 'color = :c',
      ExpressionAttributeValues: { ':c': { S: 'red' } },
    });
    expect(found).toMatchObject({ Items: [{ pk: { S: 'a' }, color: { S: 'red' } }] });
    await stop();
  });

  test('gain a stream that the template gained', async () => {
    const { endpoint, stop } = await startEngine({ home: temporaryFolder(), inMemory: true });
    const TableName = TABLE.tableName;
    const put = (key: string) => callDynamoDb(endpoint, 'PutItem', { TableName, Item: { pk: { S: key } } });
    await ensureTables(endpoint, [{ ...TABLE, streamViewType: undefined }]);
    await put('a');
    await ensureTables(endpoint, [TABLE]);
    await ensureTables(endpoint, [TABLE]);
    await put('b');
    const { records } = await new StreamReader(endpoint, await findStream(endpoint, TableName)).read({});
    expect(records.map(({ record }) => record.dynamodb)).toMatchObject([
      { Keys: { pk: { S: 'b' } }, StreamViewType: 'NEW_AND_OLD_IMAGES' },
    ]);
    await stop();
  });

  test('that changed in what cannot be changed are refused with what to do', async () => {
    const { endpoint, stop } = await startEngine({ home: temporaryFolder(), inMemory: true });
    await ensureTables(endpoint, [WITH_INDEX]);
    const changes: [Partial<TableDefinition>, string][] = [
      [{ keySchema: [{ AttributeName: 'color', KeyType: 'HASH' }] }, 'The key of the table Things'],
      [{ streamViewType: 'KEYS_ONLY' }, 'The stream of the table Things'],
      [
        { globalIndexes: [{ ...WITH_INDEX.globalIndexes[0]!, Projection: { ProjectionType: 'ALL' } }] },
        'The index byColor of the table Things',
      ],
    ];
    for (const [change, what] of changes) {
      await expect(ensureTables(endpoint, [{ ...WITH_INDEX, ...change }])).rejects.toThrow(
        `${what} differs from the one that the local data was created with; move the home folder away`,
      );
    }
    await stop();
  });

  test('are requested at the address in PLOTLINE_DYNAMODB_ENDPOINT', async () => {
    const engine = await startEngine({ home: temporaryFolder(), inMemory: true });
    process.env.PLOTLINE_DYNAMODB_ENDPOINT = engine.endpoint;
    try {
      const local = await startFixture();
      expect(local.dynamodbEndpoint).toBe(engine.endpoint);
      await local.stop();
      const { TableNames } = await callDynamoDb<{ TableNames: string[] }>(engine.endpoint, 'ListTables', {});
      expect(TableNames).toEqual([local.tableName()]);
    } finally {
      delete process.env.PLOTLINE_DYNAMODB_ENDPOINT;
      await engine.stop();
    }
  });
});
