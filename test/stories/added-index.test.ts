import { DescribeTableCommand, UpdateTableCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Database, Item } from '../../shared/kernel/core/database.ts';
import { scanPage } from '../../shared/kernel/db/scan.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import { changesApi } from '../log/changes-api.ts';
import { databaseOf, startService, type OwnService } from '../support/service.ts';
import { newWorkspace } from '../support/workspace.ts';
import { storyApi } from './story-api.ts';

/** The example of docs/table-changes.md, "Add an index", on a table whose service runs. */
let service: OwnService;
let database: Database;

beforeAll(async () => {
  service = await startService({ inMemory: true });
  database = databaseOf(service);
});
afterAll(() => service.stop());

const partition = ({ teamId, priority }: Story) => `T#${teamId}#${priority}`;

async function addIndex(): Promise<void> {
  const { tableName: TableName } = database;
  const client = await database.client.sdk();
  await client.send(
    new UpdateTableCommand({
      TableName,
      AttributeDefinitions: ['inPriority', 'pk'].map((AttributeName) => ({
        AttributeName,
        AttributeType: 'S',
      })),
      GlobalSecondaryIndexUpdates: [
        {
          Create: {
            IndexName: 'priority',
            KeySchema: [
              { AttributeName: 'inPriority', KeyType: 'HASH' },
              { AttributeName: 'pk', KeyType: 'RANGE' },
            ],
            Projection: { ProjectionType: 'KEYS_ONLY' },
          },
        },
      ],
    }),
  );
  const status = async () => {
    const { Table } = await client.send(new DescribeTableCommand({ TableName }));
    return Table?.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === 'priority')?.IndexStatus;
  };
  await expect.poll(status).toBe('ACTIVE');
}

/** Gives a story the attribute unless it has changed since it was read; says whether it did. */
async function fill({ pk, sk, doc, updatedAt }: Item): Promise<boolean> {
  const story = JSON.parse(doc as string) as Story;
  const change = database.client.call('UpdateItem', {
    TableName: database.tableName,
    Key: { pk, sk },
    UpdateExpression: 'SET #in = :in',
    ConditionExpression: '#at = :at',
    ExpressionAttributeNames: { '#in': 'inPriority', '#at': 'updatedAt' },
    ExpressionAttributeValues: { ':in': partition(story), ':at': updatedAt },
  });
  return await change.then(
    () => true,
    (error: Error) => {
      if (error.name === 'ConditionalCheckFailedException') return false;
      throw error;
    },
  );
}

/** Goes through the table until every story has the attribute; `between` runs after the first page was read. */
async function fillAll(between: () => Promise<void>): Promise<number> {
  let refused = 0;
  for (let left = true; left;) {
    left = false;
    for (let from: Awaited<ReturnType<typeof scanPage>>['next'], first = true; first || from; first = false) {
      const page = await scanPage(database, from);
      const due = page.items.filter(
        ({ pk, sk, inPriority }) => pk.startsWith('S#') && sk === '-' && !inPriority,
      );
      if (refused === 0) await between();
      for (const item of due) {
        left = true;
        if (!(await fill(item))) refused++;
      }
      from = page.next;
    }
  }
  return refused;
}

test('an index is added to a table in use: old items are filled in, a concurrent change is kept, and no event is made', async () => {
  const workspace = await newWorkspace(service);
  const team = await workspace.team();
  const { client } = await workspace.person('member', [team]);
  const api = storyApi(workspace, client);
  const stories: Story[] = [];
  for (const priority of ['high', 'high', 'low']) {
    stories.push(await api.create({ teamId: team.id, priority }));
  }
  await addIndex();
  await service.streamsIdle();
  const feed = await changesApi(workspace, client).reader();
  await feed.poll();
  const before = feed.events.length;

  let renamed: Story | undefined;
  const refused = await fillAll(async () => {
    renamed ??= await api.change(stories[0]!, { title: 'Renamed meanwhile' });
  });
  expect(refused).toBe(1);
  await service.streamsIdle();
  await feed.poll();
  expect(feed.events.slice(before).map(({ type, data }) => [type, data.id])).toEqual([
    ['story.updated', renamed!.id],
  ]);
  expect(await api.read(renamed!.id)).toEqual(renamed);
  expect(await api.read(stories[1]!.id)).toEqual(stories[1]);
  const { Count } = await database.client.call('Query', {
    TableName: database.tableName,
    IndexName: 'priority',
    KeyConditionExpression: '#in = :in',
    ExpressionAttributeNames: { '#in': 'inPriority' },
    ExpressionAttributeValues: { ':in': partition(stories[0]!) },
    Select: 'COUNT',
  });
  const listed = (await api.list({ teamId: team.id, priority: 'high' })).json.data as Story[];
  expect(listed).toHaveLength(2);
  expect(Count).toBe(listed.length);
});
