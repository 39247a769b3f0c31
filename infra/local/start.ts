import { devNull } from 'node:os';
import { styleText } from 'node:util';
import { readHttpApi } from './api-definition.ts';
import { startEngine } from './engine.ts';
import { openDataVersion, trimStreamLog } from './engine-file.ts';
import { readFunctions } from './functions.ts';
import type { LambdaFunction } from './functions.ts';
import { openHome } from './home.ts';
import { openHttpApi } from './http-api.ts';
import { createResolver } from './intrinsics.ts';
import { openFunctionLog } from './logs.ts';
import { refuseUnknownResources, resourceValues } from './resources.ts';
import { startSecrets } from './secrets.ts';
import { StartError } from './start-error.ts';
import { readStreamMappings } from './stream-mappings.ts';
import { startStreams } from './stream-start.ts';
import { ensureTables, readTables } from './tables.ts';
import { loadAssembly } from './template.ts';
import { WorkerPool } from './worker-pool.ts';

export type LocalOptions = {
  /** The folder that keeps data, secrets and logs between runs; one running instance per folder. */
  home: string;
  /** The port to listen on; 0 for any free one. */
  port: number;
  /** The directory of the cloud assembly (what `cdk synth` wrote). */
  assembly: string;
  /** What the functions get as DynamoDB endpoint in the place of the engine's own (a proxy that injects faults, say). */
  dynamodbEndpoint?: string | ((functionName: string) => string | undefined);
  /** Keep the tables in memory: faster, gone at stop(). For tests. */
  inMemory?: boolean;
  /** Print nothing: no errors of functions, no word of an engine that had to be restarted. */
  quiet?: boolean;
};

export type Local = {
  /** Where the API listens, `http://127.0.0.1:<port>`. */
  baseUrl: string;
  /** The engine's endpoint. */
  dynamodbEndpoint: string;
  secretsEndpoint: string;
  /** Environment variables of each function, by its short name. */
  environments: Record<string, Record<string, string>>;
  /** The name of a table by its logical id (with or without CDK's hash); of the first one if left out. */
  tableName: (logicalId?: string) => string;
  /** Resolves when the functions behind table streams are done with all that was written before the call. */
  streamsIdle: () => Promise<void>;
  stop: () => Promise<void>;
};

/**
 * Serves a synthesized CDK app on this machine: tables and their streams, secrets, functions and the HTTP
 * API, all on the loopback interface. Throws StartError, having stopped what was started, for anything that the person who
 * starts it can put right.
 */
export async function startLocal(options: LocalOptions): Promise<Local> {
  const stops: (() => unknown)[] = [];
  const stop = async () => {
    for (const undo of stops.splice(0).reverse()) await undo();
  };
  try {
    return await start(options, stops, stop);
  } catch (error) {
    await stop();
    throw error;
  }
}

async function start(
  options: LocalOptions,
  stops: (() => unknown)[],
  stop: () => Promise<void>,
): Promise<Local> {
  const { port, quiet = false } = options;
  const assembly = loadAssembly(options.assembly);
  refuseUnknownResources(assembly);
  const home = openHome(options.home);
  stops.push(home.release);
  const api = await openHttpApi(port);
  stops.push(api.stop);
  home.announce({ baseUrl: api.baseUrl });

  const values = resourceValues(api.baseUrl);
  const resolver = createResolver(assembly, values);
  const tables = readTables(assembly, resolver);
  const functions = readFunctions(assembly, resolver);
  const definition = readHttpApi(assembly, resolver, functions);
  const mappings = readStreamMappings(assembly, resolver, values, tables, functions);
  const secrets = await startSecrets(home.directory, assembly, resolver, (resource) => values(resource).ref);
  stops.push(secrets.stop);

  const report = (sentence: string) => {
    if (!quiet) process.stderr.write(`${styleText('yellow', sentence, { stream: process.stderr })}\n`);
  };
  const engine = await startEngine({ home: home.directory, inMemory: options.inMemory ?? false, report });
  stops.push(engine.stop);
  await ensureTables(engine.endpoint, tables);
  const [first] = tables;
  home.announce({
    baseUrl: api.baseUrl,
    dynamodbEndpoint: engine.endpoint,
    ...(first && { tableName: first.tableName }),
  });

  const { dynamodbEndpoint } = options;
  const endpointOf = (name: string) =>
    (typeof dynamodbEndpoint === 'function' ? dynamodbEndpoint(name) : dynamodbEndpoint) ?? engine.endpoint;
  const environments = functions.map(
    (fn) => [fn.name, environmentOf(fn, endpointOf(fn.name), secrets.endpoint)] as const,
  );
  const echoes = !quiet && Boolean(process.stderr.isTTY);
  const pools = new Map(
    functions.map((fn, i) => {
      const log = openFunctionLog(home.directory, fn.name, echoes);
      return [fn, { log, pool: new WorkerPool(fn, environments[i]![1], log) }] as const;
    }),
  );
  stops.push(() => Promise.all([...pools.values()].map(({ pool }) => pool.close())));
  const invoke = (fn: LambdaFunction, event: unknown) => pools.get(fn)!.pool.invoke(event);
  const dataVersion = engine.dataFile === undefined ? undefined : openDataVersion(engine.dataFile);
  if (dataVersion) stops.push(dataVersion.close);
  const streams = await startStreams(mappings, {
    endpoint: engine.endpoint,
    dataVersion: dataVersion?.read,
    home: options.inMemory ? undefined : home.directory,
    invoke,
    log: (fn, sentence) => pools.get(fn)!.log.error(`${new Date().toISOString()} ${sentence}`),
  });
  stops.push(streams.stop);
  for (const { tableName } of engine.dataFile ? tables : []) {
    trimStreamLog(engine.dataFile!, tableName, streams.doneUpTo(tableName));
  }
  api.serve(definition, invoke);
  // Requests and batches under way end before their workers and the engine do.
  stops.push(api.stop);

  return {
    baseUrl: api.baseUrl,
    dynamodbEndpoint: engine.endpoint,
    secretsEndpoint: secrets.endpoint,
    environments: Object.fromEntries(environments),
    tableName: (logicalId) => {
      const table =
        logicalId === undefined ? tables[0] : tables.find((t) => [t.name, t.logicalId].includes(logicalId));
      if (!table) throw new StartError(`The template has no table ${logicalId ?? ''}.`);
      return table.tableName;
    },
    streamsIdle: streams.idle,
    stop,
  };
}

/**
 * The environment a function sees: its own variables and those Lambda sets, nothing of the runner's.
 * https://docs.aws.amazon.com/lambda/latest/dg/configuration-envvars.html
 */
function environmentOf(
  fn: LambdaFunction,
  dynamodbEndpoint: string,
  secretsEndpoint: string,
): Record<string, string> {
  return {
    ...fn.variables,
    AWS_REGION: fn.region,
    AWS_DEFAULT_REGION: fn.region,
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_LAMBDA_FUNCTION_NAME: fn.functionName,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(fn.memoryMb),
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_ENDPOINT_URL_DYNAMODB: dynamodbEndpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: secretsEndpoint,
    // The profile of whoever runs this must not reach the SDK.
    AWS_CONFIG_FILE: devNull,
    AWS_SHARED_CREDENTIALS_FILE: devNull,
  };
}
