import type { LocalApp } from './app.ts';
import { environmentOf } from './lambda/environment.ts';
import type { LambdaFunction } from './lambda/functions.ts';
import { localCredentials, type LocalCredentials } from './runner/credentials.ts';
import type { LocalHosts } from './runner/local-hosts.ts';
import { openFunctionLog } from './lambda/logs.ts';
import { WorkerPool } from './lambda/worker-pool.ts';
import type { InvocationReport, Invoke } from './lambda/invocation.ts';

export type FunctionPools = {
  /** Environment variables of each function, by its short name. */
  environments: Record<string, Record<string, string>>;
  invoke: Invoke;
  /** Writes to the log of a function. */
  log: (fn: LambdaFunction, sentence: string) => void;
  /** Kills the workers; invocations in progress fail. */
  close: () => Promise<void>;
};

type PoolsOptions = {
  home: string;
  hosts: LocalHosts;
  /** Values of functions' variables, in place of the template's. */
  variables: Record<string, string>;
  /** Whether to show errors in the terminal. */
  echoes: boolean;
  onInvocation?: ((report: InvocationReport) => void) | undefined;
  warmMs?: number | undefined;
  /** The factor by which an invocation may exceed its timeout. */
  timeoutFactor?: number | undefined;
  /** Endpoints of the services that functions use, by SDK service id. */
  endpointsOf: (fn: LambdaFunction) => Record<string, string | undefined>;
  engineEndpoint: string;
  /** Where functions reach that endpoint's engine without its guard. */
  engineDoor?: string | undefined;
  /** What functions sign with. */
  credentials?: LocalCredentials;
};

/** Creates a pool of workers and a log for each function of an app. Workers start on first use. */
export function openPools(
  { functions, queueMappings }: Pick<LocalApp, 'functions' | 'queueMappings'>,
  options: PoolsOptions,
): FunctionPools {
  const { home, hosts, variables, echoes, endpointsOf, engineEndpoint } = options;
  const { onInvocation, warmMs, timeoutFactor = 1, engineDoor, credentials = localCredentials } = options;
  const pools = new Map(
    functions.map((fn) => {
      const endpoints = endpointsOf(fn);
      const usesEngine = endpoints.DYNAMODB === engineEndpoint;
      const given = environmentOf(fn, endpoints, usesEngine, credentials);
      const replaced = Object.entries(variables).filter(([name]) => name in given);
      const environment = { ...given, ...Object.fromEntries(replaced) };
      const log = openFunctionLog(home, fn.name, echoes);
      const fromQueues = queueMappings.filter((mapping) => mapping.fn === fn);
      const atOnce = fromQueues.reduce((sum, { concurrency }) => sum + concurrency, 0);
      const patient = { ...fn, timeoutMs: fn.timeoutMs * timeoutFactor };
      const pool = new WorkerPool(patient, {
        environment,
        log,
        hosts,
        atOnce,
        onInvocation,
        warmMs,
        databaseDoor: usesEngine ? engineDoor : undefined,
      });
      return [fn, { environment, log, pool }];
    }),
  );
  return {
    environments: Object.fromEntries([...pools].map(([fn, { environment }]) => [fn.name, environment])),
    invoke: (fn, event) => pools.get(fn)!.pool.invoke(event),
    log: (fn, sentence) => pools.get(fn)!.log.error(`${new Date().toISOString()} ${sentence}`),
    close: async () => void (await Promise.all([...pools.values()].map(({ pool }) => pool.close()))),
  };
}
