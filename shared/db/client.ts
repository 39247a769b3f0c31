import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { bytesRequestHandler } from './request-handler.ts';
import { callDirectly } from './direct-calls.ts';
import { measureClient } from './database-use.ts';
import { traceCalls } from '../core/trace-calls.ts';
import { requiredEnv } from '../core/env.ts';
import type { Database } from '../core/database.ts';

/**
 * The product's only SDK client configuration. Removes the SDK's logger middleware, which spends a tenth of a
 * call's CPU time on a logger that does nothing. Timeouts leave room for three attempts within a function's
 * timeout.
 */
export function createDatabase(
  tableName: string,
  {
    requestMs = 2_500,
    ...options
  }: Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'> & { requestMs?: number } = {},
): Database {
  const requestHandler = bytesRequestHandler({ connectMs: 1_000, requestMs });
  const client = new DynamoDBClient({
    ...options,
    maxAttempts: 3,
    requestHandler,
  });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  documents.middlewareStack.remove('loggerMiddleware');
  measureClient(documents);
  documents.middlewareStack.add(traceCalls('DynamoDB'), { step: 'initialize', name: 'traceCalls' });
  callDirectly(documents, requestHandler);
  return { client: documents, tableName };
}

let shared: Database | undefined;

/** The database of this Lambda sandbox, opened on first use and reused by later requests. */
export const lambdaDatabase = (): Database => (shared ??= createDatabase(requiredEnv('TABLE_NAME')));
