import { readHttpApi } from './api-definition.ts';
import type { HttpApiDefinition } from './api-definition.ts';
import { openBuckets } from './buckets.ts';
import type { Bucket } from './buckets.ts';
import { readFunctions } from './functions.ts';
import type { LambdaFunction } from './functions.ts';
import { createResolver } from './intrinsics.ts';
import type { Resolver, ResourceValues } from './intrinsics.ts';
import { readQueueMappings } from './queue-mappings.ts';
import type { QueueMapping } from './queue-mappings.ts';
import { readQueues } from './queues.ts';
import type { Queue } from './queues.ts';
import { resourceValues } from './resources.ts';
import type { Addresses } from './resources.ts';
import { readSchedules } from './schedules.ts';
import type { Schedule } from './schedules.ts';
import { readStreamMappings } from './stream-mappings.ts';
import type { StreamMapping } from './stream-mappings.ts';
import { readTables } from './tables.ts';
import type { TableDefinition } from './tables.ts';
import type { Assembly, Resource } from './template.ts';

/** All that a template says and this machine serves, in the runner's own words. */
export type LocalApp = {
  resolver: Resolver;
  valuesOf: (resource: Resource) => ResourceValues;
  tables: TableDefinition[];
  functions: LambdaFunction[];
  api: HttpApiDefinition;
  buckets: Bucket[];
  queues: Queue[];
  streamMappings: StreamMapping[];
  queueMappings: QueueMapping[];
  schedules: Schedule[];
};

/** Reads an assembly; buckets are folders below `home`. Throws StartError for whatever cannot be served. */
export function readApp(assembly: Assembly, home: string, addresses: Addresses): LocalApp {
  const valuesOf = resourceValues(addresses);
  const resolver = createResolver(assembly, valuesOf);
  const tables = readTables(assembly, resolver);
  const functions = readFunctions(assembly, resolver);
  const buckets = openBuckets(home, assembly, resolver, valuesOf);
  const queues = readQueues(assembly, resolver, valuesOf);
  return {
    resolver,
    valuesOf,
    tables,
    functions,
    api: readHttpApi(assembly, resolver, functions),
    buckets,
    queues,
    streamMappings: readStreamMappings(assembly, resolver, valuesOf, tables, functions, buckets),
    queueMappings: readQueueMappings(assembly, resolver, queues, functions),
    schedules: readSchedules(assembly, resolver, functions),
  };
}
