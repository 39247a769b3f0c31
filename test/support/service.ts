import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { inject } from 'vitest';
import { startLocal, type RunningService, type LocalOptions } from '../../infra/local/start.ts';
import { createDatabase } from '../../shared/kernel/db/client.ts';
import { startProxy, type DynamoDbProxy } from './dynamodb-proxy.ts';
import { TIMEOUT_FACTOR, type ServiceAddress } from './global-service.ts';
import { keyringOf } from '../../infra/local/invoke-token.ts';
import type { Database } from '../../shared/kernel/core/database.ts';

export type { ServiceAddress };

/** The service that all suites share. */
export const sharedService = (): ServiceAddress => inject('service');

export interface OwnService
  extends
    ServiceAddress,
    Pick<RunningService, 'queues' | 'buckets' | 'inbox' | 'mailbox' | 'edge' | 'secretsEndpoint'> {
  /** Resolves when the records of the table's stream from before the call have been handled. */
  streamsIdle: () => Promise<void>;
  /** Resolves when no message is visible or in flight in the queues that functions read. */
  queuesIdle: () => Promise<void>;
  /** Runs what a rule of the template runs on schedule, now; resolves when it is done. */
  fireSchedule: (ruleLogicalId: string) => Promise<void>;
  stop(): Promise<void>;
}

/** A service of the suite's own, for tests that stop, break or count things. Stop it when done. */
export async function startService(options: Partial<LocalOptions> = {}): Promise<OwnService> {
  const home = options.home ?? mkdtempSync(join(inject('dataFolder'), 'own-'));
  const { assembly } = sharedService();
  const local = await startLocal({
    port: 0,
    assembly,
    quiet: true,
    challengeHeader: 'renamed',
    timeoutFactor: TIMEOUT_FACTOR,
    ...options,
    home,
  });
  const {
    baseUrl,
    dynamodbEndpoint,
    streamsIdle,
    queuesIdle,
    fireSchedule,
    queues,
    buckets,
    inbox,
    mailbox,
  } = local;
  return {
    baseUrl,
    credentials: local.credentials,
    edge: local.edge,
    secretsEndpoint: local.secretsEndpoint,
    streamsIdle,
    queuesIdle,
    fireSchedule,
    queues,
    buckets,
    inbox,
    mailbox,
    dynamodbEndpoint,
    tableName: local.tableName(),
    keyring: await keyringOf(local),
    assembly,
    async stop() {
      await local.stop();
      if (options.home === undefined) rmSync(home, { recursive: true, force: true });
    },
  };
}

/** What suites share may be broken by each for a moment, but not stopped. */
export type WorkerService = Omit<OwnService, 'stop'>;

let lent: Promise<{ service: WorkerService; proxy: DynamoDbProxy }> | undefined;

/**
 * The service of this worker, whose test files run one after another: for tests that wait until its streams are
 * idle, or count and break the calls of its operations, which reach the engine through a proxy; what the stream sets
 * off goes past it. It starts with the first file that asks, and ends with the worker.
 */
export async function workerService(): Promise<{ service: WorkerService; proxy: DynamoDbProxy }> {
  const both = await (lent ??= startProxiedService());
  both.proxy.reset();
  both.proxy.latency = 0;
  both.proxy.quietMs = 0;
  return both;
}

async function startProxiedService(): Promise<{ service: WorkerService; proxy: DynamoDbProxy }> {
  const proxy = await startProxy();
  const service = await startService({
    warmMs: 120_000,
    dynamodbEndpoint: (_, answersRequests) => (answersRequests ? proxy.endpoint : undefined),
  });
  proxy.target = service.dynamodbEndpoint;
  proxy.credentials = service.credentials;
  return { service, proxy };
}

const databases = new Map<string, Database>();

/** The table behind a service, to set up and to look at what is stored; one client for each, whose connections last. */
export function databaseOf({ dynamodbEndpoint, tableName, credentials }: ServiceAddress): Database {
  const key = `${dynamodbEndpoint} ${tableName}`;
  const known = databases.get(key);
  if (known) return known;
  const database = createDatabase(tableName, {
    endpoint: dynamodbEndpoint,
    region: 'local',
    credentials,
    // DynamoDB Local works on one write after another: a hundred at once wait for seconds on a busy machine.
    ...(process.env['PLOTLINE_ENGINE'] === 'dynamodb-local' ? { requestMs: 60_000 } : {}),
  });
  databases.set(key, database);
  return database;
}

/** The same table, reached through the proxy from now on. */
export function databaseThrough(proxy: DynamoDbProxy, address: ServiceAddress): Database {
  proxy.target = address.dynamodbEndpoint;
  proxy.credentials = address.credentials;
  return databaseOf({ ...address, dynamodbEndpoint: proxy.endpoint });
}
