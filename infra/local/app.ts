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
  const buckets = openBuckets(home, assembly, resolver, valuesOf);
  const queues = readQueues(assembly, resolver, valuesOf);
  const functions = withLocalQueues(readFunctions(assembly, resolver), queues);
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

/** What AWS serves a queue at that is known by its name. */
const QUEUE_URL = /^https:\/\/sqs\.[a-z0-9-]+\.amazonaws\.com\/\d{12}\/([\w-]+)$/;

/** Functions of which those that know a queue by its name find it here. */
function withLocalQueues(functions: LambdaFunction[], queues: readonly Queue[]): LambdaFunction[] {
  const here = (value: string): string => {
    const [, name] = QUEUE_URL.exec(value) ?? [];
    return queues.find(({ arn }) => name !== undefined && arn.endsWith(`:${name}`))?.url ?? value;
  };
  return functions.map((fn) => {
    const variables = Object.entries(fn.variables).map(([name, value]) => [name, here(value)]);
    return { ...fn, variables: Object.fromEntries(variables) as Record<string, string> };
  });
}
