import { readHttpApi } from './http/api-definition.ts';
import type { HttpApiDefinition } from './http/api-definition.ts';
import { openBuckets } from './storage/buckets.ts';
import type { Bucket } from './storage/buckets.ts';
import { readFunctions } from './lambda/functions.ts';
import type { LambdaFunction } from './lambda/functions.ts';
import { readMail } from './mail/definition.ts';
import type { MailDefinition } from './mail/definition.ts';
import { readReceiptRules, type ReceiptRule } from './mail/inbound.ts';
import { createResolver } from './template/intrinsics.ts';
import type { Resolver, ResourceValues } from './template/intrinsics.ts';
import { readQueueMappings } from './queues/mappings.ts';
import type { QueueMapping } from './queues/mappings.ts';
import { readQueues } from './queues/engine.ts';
import type { Queue } from './queues/engine.ts';
import { resourceValues } from './template/resources.ts';
import type { Addresses } from './template/resources.ts';
import { readSchedules } from './schedules/rules.ts';
import type { Schedule } from './schedules/rules.ts';
import { readStreamMappings } from './streams/mappings.ts';
import type { StreamMapping } from './streams/mappings.ts';
import { readTables } from './database/tables.ts';
import type { TableDefinition } from './database/tables.ts';
import type { Assembly, TemplateResource } from './template/template.ts';

/** The resources of a template that the local runner serves. */
export type LocalApp = {
  resolver: Resolver;
  valuesOf: (resource: TemplateResource) => ResourceValues;
  tables: TableDefinition[];
  functions: LambdaFunction[];
  api: HttpApiDefinition;
  buckets: Bucket[];
  queues: Queue[];
  streamMappings: StreamMapping[];
  queueMappings: QueueMapping[];
  schedules: Schedule[];
  mail: MailDefinition;
  receiptRules: ReceiptRule[];
};

/**
 * Reads a cloud assembly; buckets are folders below `home`. Throws a StartError for unsupported resources.
 */
export function readLocalApp(assembly: Assembly, home: string, addresses: Addresses): LocalApp {
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
    mail: readMail(assembly, resolver, functions),
    receiptRules: readReceiptRules(assembly, resolver, { buckets, queues }),
  };
}
