import { openDynamoDb } from '../aws/dynamodb.ts';
import type { ExplicitPlace } from '../aws/place.ts';
import { measureCall } from './database-use.ts';
import { traceCall } from '../core/trace-calls.ts';
import { optionalEnv, requiredEnv } from '../core/env.ts';
import type { Database } from '../core/database.ts';

const DEFAULT_CONNECTIONS = 50;

/** The variable with the number of a function's connections to the database, if it is not the default. */
export const CONNECTIONS_VARIABLE = 'DATABASE_CONNECTIONS';

type ClientOptions = ExplicitPlace & { requestMs?: number; connections?: number };

/**
 * The product's only client of the database. Timeouts leave room for three attempts within a function's timeout.
 */
export function createDatabase(
  tableName: string,
  { requestMs = 2_500, connections = DEFAULT_CONNECTIONS, ...place }: ClientOptions = {},
): Database {
  const dynamodb = openDynamoDb(place, { connectMs: 1_000, requestMs, connections });
  return {
    tableName,
    client: {
      call: (name, input, callOptions = {}) =>
        measureCall(input, (measured) =>
          traceCall('DynamoDB', name, () => dynamodb.call(name, measured, callOptions)),
        ),
      sdk: () => dynamodb.sdk(),
      destroy: () => dynamodb.destroy(),
    },
  };
}

let shared: Database | undefined;

/** The database of this Lambda sandbox, opened on first use and reused by later requests. */
export const lambdaDatabase = (): Database => (shared ??= openLambdaDatabase());

/** Opens a new database client from the function's variables. */
export function openLambdaDatabase(): Database {
  const connections = optionalEnv(CONNECTIONS_VARIABLE);
  return createDatabase(requiredEnv('TABLE_NAME'), connections ? { connections: Number(connections) } : {});
}
