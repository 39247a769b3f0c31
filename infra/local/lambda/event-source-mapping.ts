import type { LambdaFunction } from './functions.ts';
import type { Resolver } from '../template/intrinsics.ts';
import { resourcesOf } from '../template/resources.ts';
import { StartError } from '../runner/start-error.ts';
import type { Assembly, Resource } from '../template/template.ts';

/** Makes the error that refuses a mapping for a reason. */
export type MappingFailure = (reason: string) => StartError;

/** What all event source mappings have, and the way to read the rest. */
export type Mapping = {
  fn: LambdaFunction;
  /** The function may answer with `batchItemFailures`. */
  reportsFailures: boolean;
  fail: MappingFailure;
  property: <T>(name: string) => T | undefined;
  /** A whole number within its limits; `fallback` where there is none. */
  integer: (name: string, fallback: number, least: number, most: number) => number;
};

/** The event source mappings of an assembly that are enabled and have this kind of source; all but queues count as streams. */
export function mappingsOf(assembly: Assembly, resolver: Resolver, source: 'queue' | 'stream'): Resource[] {
  const isQueue = (resource: Resource) =>
    String(resolver.property(resource, 'EventSourceArn')).startsWith('arn:aws:sqs:');
  return resourcesOf(assembly, resolver, 'AWS::Lambda::EventSourceMapping')
    .filter((resource) => resolver.property(resource, 'Enabled') !== false)
    .filter((resource) => isQueue(resource) === (source === 'queue'));
}

/** Reads a mapping. Throws StartError for a property that is not among the known, and an unknown function. */
export function readMapping(
  resource: Resource,
  resolver: Resolver,
  functions: LambdaFunction[],
  known: string[],
): Mapping {
  const fail = (reason: string) =>
    new StartError(`The event source mapping ${resource.name} cannot be run here: ${reason}.`);
  const property = <T>(name: string) => resolver.property(resource, name) as T | undefined;
  const unknown = Object.keys(resource.properties).find((name) => !known.includes(name));
  if (unknown !== undefined) throw fail(`its property ${unknown} is not served`);
  const target = property('FunctionName');
  const fn = functions.find(({ functionName, arn }) => target === functionName || target === arn);
  if (!fn) throw fail(`its function ${String(target)} is not one of this app`);
  const responseTypes = property<string[]>('FunctionResponseTypes') ?? [];
  const otherType = responseTypes.find((type) => type !== 'ReportBatchItemFailures');
  if (otherType !== undefined) throw fail(`the response type ${otherType} is not served`);
  return {
    fn,
    reportsFailures: responseTypes.length > 0,
    fail,
    property,
    integer: (name, fallback, least, most) => {
      const value = Number(property(name) ?? fallback);
      if (value === fallback || (Number.isInteger(value) && value >= least && value <= most)) return value;
      throw fail(`${name} is ${value}, and must be from ${least} to ${most}`);
    },
  };
}
