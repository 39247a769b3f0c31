import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { measureClient } from './database-use.ts';
import { requiredEnv } from '../core/env.ts';
import type { Database } from '../core/database.ts';

/**
 * The client that every part of the product uses. The SDK's logger middleware walks each result to call a
 * logger that does nothing, a tenth of a call's CPU, so it is taken off. Time limits leave room for three
 * attempts within a function's timeout.
 */
export function createDatabase(
  tableName: string,
  options: Pick<DynamoDBClientConfig, 'endpoint' | 'region' | 'credentials'> = {},
): Database {
  const client = new DynamoDBClient({
    ...options,
    maxAttempts: 3,
    requestHandler: { connectionTimeout: 1_000, requestTimeout: 2_500, throwOnRequestTimeout: true },
  });
  const documents = DynamoDBDocumentClient.from(client, { marshallOptions: { removeUndefinedValues: true } });
  documents.middlewareStack.remove('loggerMiddleware');
  measureClient(documents);
  return { client: documents, tableName };
}

let shared: Database | undefined;

/** The database of this Lambda sandbox, opened at the first use and kept for the next requests. */
export const lambdaDatabase = (): Database => (shared ??= createDatabase(requiredEnv('TABLE_NAME')));
