import { bytesRequestHandler } from '../core/aws/request-handler.ts';
import { directCalls } from './direct-calls.ts';
import { measureCall } from './database-use.ts';
import { CONNECTIONS_VARIABLE, placeOf, type DatabaseOptions } from './place.ts';
import type { SdkClient } from './sdk-client.ts';
import { traceCall } from '../core/trace-calls.ts';
import { optionalEnv, requiredEnv } from '../core/env.ts';
import type { CallInput, CallName, CallOptions, CallOutput, Database } from '../core/database.ts';

const DEFAULT_CONNECTIONS = 50;

type ClientOptions = DatabaseOptions & { requestMs?: number; connections?: number };

/**
 * The product's only client of the database. Timeouts leave room for three attempts within a function's timeout.
 */
export function createDatabase(
  tableName: string,
  { requestMs = 2_500, connections = DEFAULT_CONNECTIONS, ...options }: ClientOptions = {},
): Database {
  const handler = bytesRequestHandler({ connectMs: 1_000, requestMs, connections });
  let sdk: Promise<SdkClient> | undefined;
  const loadSdk = () =>
    (sdk ??= import('./sdk-client.ts').then(({ openSdkClient }) => openSdkClient(options, handler)));
  const place = placeOf(options, process.env);

  const bySdk = async <Name extends CallName>(
    name: Name,
    input: CallInput<Name>,
    callOptions: CallOptions,
  ): Promise<CallOutput<Name>> => await (await loadSdk()).call(name, input, callOptions);
  const make = place ? directCalls({ place, handler, loadSdk }) : bySdk;

  return {
    tableName,
    client: {
      call: (name, input, callOptions = {}) =>
        measureCall(input, (measured) =>
          traceCall('DynamoDB', name, () => make(name, measured, callOptions)),
        ),
      sdk: async () => (await loadSdk()).documents,
      destroy: () => handler.destroy(),
    },
  };
}

let shared: Database | undefined;

/** The database of this Lambda sandbox, opened on first use and reused by later requests. */
export const lambdaDatabase = (): Database => (shared ??= openLambdaDatabase());

function openLambdaDatabase(): Database {
  const connections = optionalEnv(CONNECTIONS_VARIABLE);
  return createDatabase(requiredEnv('TABLE_NAME'), connections ? { connections: Number(connections) } : {});
}
