import { functionAt } from './functions.ts';
import type { LambdaFunction } from './functions.ts';
import type { Resolver } from '../template/intrinsics.ts';
import { templateResources } from '../template/resources.ts';
import { StartError } from '../runner/start-error.ts';
import type { Assembly, TemplateResource } from '../template/template.ts';

/** Creates the error that rejects a mapping. */
export type MappingFailure = (reason: string) => StartError;

/** The common properties of event source mappings, with access to the rest. */
type Mapping = {
  fn: LambdaFunction;
  /** Whether the function may return `batchItemFailures`. */
  reportsFailures: boolean;
  fail: MappingFailure;
  property: <T>(name: string) => T | undefined;
  /** An integer within limits; `fallback` if it is missing. */
  integer: (name: string, fallback: number, least: number, most: number) => number;
};

/**
 * The enabled event source mappings of an assembly with this kind of source; everything except queues counts
 * as a stream.
 */
export function mappingsOf(
  assembly: Assembly,
  resolver: Resolver,
  source: 'queue' | 'stream',
): TemplateResource[] {
  const isQueue = (resource: TemplateResource) =>
    String(resolver.property(resource, 'EventSourceArn')).startsWith('arn:aws:sqs:');
  return templateResources(assembly, resolver, 'AWS::Lambda::EventSourceMapping')
    .filter((resource) => resolver.property(resource, 'Enabled') !== false)
    .filter((resource) => isQueue(resource) === (source === 'queue'));
}

/** Reads a mapping. Throws a StartError for an unsupported property or an unknown function. */
export function readMapping(
  resource: TemplateResource,
  resolver: Resolver,
  functions: LambdaFunction[],
  known: string[],
): Mapping {
  const fail = (reason: string) =>
    new StartError(`The event source mapping ${resource.name} cannot be run locally: ${reason}.`);
  const property = <T>(name: string) => resolver.property(resource, name) as T | undefined;
  const unknown = Object.keys(resource.properties).find((name) => !known.includes(name));
  if (unknown !== undefined) throw fail(`its property ${unknown} is not supported`);
  const target = property('FunctionName');
  const fn = functionAt(functions, target);
  if (!fn) throw fail(`its function ${String(target)} is not part of this app`);
  const responseTypes = property<string[]>('FunctionResponseTypes') ?? [];
  const otherType = responseTypes.find((type) => type !== 'ReportBatchItemFailures');
  if (otherType !== undefined) throw fail(`the response type ${otherType} is not supported`);
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
