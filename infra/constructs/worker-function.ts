import { Duration, type Stack } from 'aws-cdk-lib';
import type { LogGroup } from 'aws-cdk-lib/aws-logs';
import { workers } from '../../shared/surface/workers/workers.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { ServiceFunction, type Resources } from './service-function.ts';

/** Timeout of functions that process queues, streams and schedules. */
export const WORKER_TIMEOUT = Duration.seconds(60);

interface WorkerFunctionProps {
  config: EnvironmentConfig;
  entry: keyof typeof workers;
  /** The resources that its needs are bound to. */
  resources: Resources;
  /** Variables besides those of its needs. */
  environment?: Record<string, string>;
  /** Memory in MB, if it needs more than others. */
  memory?: number;
  /** Of several functions; one of its own by default. */
  logGroup?: LogGroup;
}

/** A function behind a stream, queue or schedule, with the rights that it declares in `shared/surface/workers/workers.ts`. */
export function workerFunction(
  stack: Stack,
  id: string,
  { config, entry, resources, environment = {}, memory, logGroup }: WorkerFunctionProps,
): ServiceFunction {
  const worker = new ServiceFunction(stack, id, { config, entry, timeout: WORKER_TIMEOUT, memory, logGroup });
  for (const [name, value] of Object.entries(environment)) worker.function.addEnvironment(name, value);
  return worker.bind(workers[entry], resources);
}
