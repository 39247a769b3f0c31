import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  BatchGetCommand,
  DeleteCommand,
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { randomUUID } from 'node:crypto';
import type { LocalCredentials } from '../../infra/local/runner/credentials.ts';
import { createTestOperator } from '../support/operator.ts';
import { allScopes } from '../../shared/kernel/core/scopes.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import type { Story } from '../../shared/planning/story/story.ts';
import type { CallName, Database } from '../../shared/kernel/core/database.ts';
import { fetchPatiently } from './patient-fetch.ts';

/** The most connections that are measured, by default; each updates a story of its own. */
const CONNECTIONS_MAX = 64;
/** One page, and some more so that there is a next one. */
export const PAGE = 50;
const LISTED = 60;

export interface Address {
  baseUrl: string;
  dynamodbEndpoint: string;
  credentials: LocalCredentials;
  tableName: string;
}

/** What both sides work on; only ids and a token, so that it can be sent to another process. */
export interface Fixture {
  token: string;
  workspaceId: string;
  /** The account of the person who works, and their membership. */
  userId: string;
  memberId: string;
  /** The team that new stories go to. */
  createTeamId: string;
  /** The team that is listed, and its stories, which are read one by one. */
  listTeamId: string;
  listed: StoryVersion[];
  /** Stories that only the service updates, and stories that only the bare loop does. */
  updatedByService: StoryVersion[];
  updatedByLoop: StoryVersion[];
}

export type StoryVersion = Pick<Story, 'id' | 'sequenceId' | 'updatedAt'>;

/** With this title and description a story is 1 KB of JSON, and its item a little less. */
export const title = (number: number): string =>
  `Show who else is looking at the same page (${String(number).padStart(9, '0')})`;
export const description = 'Small pictures of everyone who has looked at it in the last minute.';

export const openDatabase = ({
  dynamodbEndpoint,
  credentials,
  tableName,
}: Omit<Address, 'baseUrl'>): Database =>
  createDatabase(tableName, { endpoint: dynamodbEndpoint, region: 'local', credentials });

/** The SDK's client without any setting of the product. */
export const openStock = ({
  dynamodbEndpoint,
  credentials,
  tableName,
}: Omit<Address, 'baseUrl'>): Database => {
  const client = stockClient(dynamodbEndpoint, credentials);
  return {
    client: {
      call: async (name, input) =>
        (await client.send(new commands[name](input as never) as GetCommand)) as never,
      sdk: () => Promise.resolve(client),
      destroy: () => client.destroy(),
    },
    tableName,
  };
};

const commands = {
  GetItem: GetCommand,
  BatchGetItem: BatchGetCommand,
  Query: QueryCommand,
  Scan: ScanCommand,
  PutItem: PutCommand,
  UpdateItem: UpdateCommand,
  DeleteItem: DeleteCommand,
  TransactWriteItems: TransactWriteCommand,
} satisfies Record<CallName, unknown>;

export const stockClient = (endpoint: string, credentials: LocalCredentials): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      endpoint,
      region: 'local',
      credentials,
    }),
  );

/** Makes a workspace with a person in three teams, and its stories through the API; `updated` are updated by the service. */
export async function makeFixture(
  address: Address,
  role: 'member' | 'admin' = 'member',
  updated = CONNECTIONS_MAX,
): Promise<Fixture> {
  const database = openDatabase(address);
  const operator = createTestOperator(database);
  const { id: workspaceId } = await operator.createWorkspace({
    name: 'Bench',
    slug: `bench-${randomUUID()}`,
  });
  const email = `${randomUUID()}@example.com`;
  const { id: principalId } = await operator.addMember({ workspaceId, name: 'Bea', email, role });
  const team = async (name: string, code: string) => {
    const look = {
      color: '#4f46e5',
      private: false,
      sprintsEnabled: true,
      estimateScheme: 'points' as const,
    };
    const { id: teamId } = await operator.createTeam({ workspaceId, name, code, ...look });
    await operator.joinTeam({ workspaceId, teamId, principalId });
    return teamId;
  };
  const createTeamId = await team('Creates', 'CRE');
  const listTeamId = await team('Lists', 'LIS');
  const updateTeamId = await team('Updates', 'UPD');
  const fields = { workspaceId, principalId, principalKind: 'user' as const, name: 'Bench' };
  const { token } = await operator.createToken({ ...fields, scopes: allScopes });
  const { userId } = await operator.personOf({ workspaceId, id: principalId });
  database.client.destroy();

  const stories = async (teamId: string, count: number) => {
    const made: StoryVersion[] = [];
    while (made.length < count) {
      const body = { teamId, title: title(made.length), description };
      made.push(await createStory(address, { token, workspaceId }, body));
    }
    return made;
  };
  return {
    token,
    workspaceId,
    userId,
    memberId: principalId,
    createTeamId,
    listTeamId,
    listed: await stories(listTeamId, LISTED),
    updatedByService: await stories(updateTeamId, updated),
    updatedByLoop: await stories(updateTeamId, CONNECTIONS_MAX),
  };
}

async function createStory(
  address: Address,
  of: Pick<Fixture, 'token' | 'workspaceId'>,
  body: object,
): Promise<StoryVersion> {
  const { id, sequenceId, updatedAt } = (await createResource(address, of, 'stories', body)) as Story;
  return { id, sequenceId, updatedAt };
}

/** Makes a resource of a workspace through the API. */
export async function createResource(
  { baseUrl }: Pick<Address, 'baseUrl'>,
  { token, workspaceId }: Pick<Fixture, 'token' | 'workspaceId'>,
  path: string,
  body: object,
): Promise<{ id: string }> {
  const answer = await fetchPatiently(`${baseUrl}/api/v1/workspaces/${workspaceId}/${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (answer.status !== 201) throw new Error(`POST ${path} answered ${answer.status}: ${text}`);
  return (JSON.parse(text) as { data: { id: string } }).data;
}
