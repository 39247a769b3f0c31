import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Resolver } from '../template/intrinsics.ts';
import { physicalName, templateResources } from '../template/resources.ts';
import { StartError } from '../runner/start-error.ts';
import { readTableRights, type TableRights } from './table-rights.ts';
import type { Assembly, TemplateResource } from '../template/template.ts';

/** A runnable Lambda function of the template. */
export type LambdaFunction = {
  /** Short name for log files and messages. */
  name: string;
  functionName: string;
  arn: string;
  /** Absolute path of the module, and the name of the exported handler. */
  modulePath: string;
  exportName: string;
  timeoutMs: number;
  memoryMb: number;
  region: string;
  /** Whether what it prints is logged as JSON lines, with time, level and request id. */
  logsJson: boolean;
  /** How often Lambda repeats an invocation of a schedule that fails. */
  asyncRetries: number;
  /** Whether Lambda lets it feed its own queue without end. */
  allowsLoops: boolean;
  /** The variables the template sets; the runner adds AWS's own. */
  variables: Record<string, string>;
  /** What its role allows of the table; undefined if the template says nothing of roles. */
  tableRights?: TableRights | undefined;
};

/** Reads the functions of an assembly. Throws a StartError for an unsupported runtime, package or handler. */
export function readFunctions(assembly: Assembly, resolver: Resolver): LambdaFunction[] {
  return templateResources(assembly, resolver, 'AWS::Lambda::Function').map((resource) => {
    const fail = (reason: string) =>
      new StartError(`The function ${resource.name} cannot be run locally: ${reason}.`);
    const runtime = String(resolver.property(resource, 'Runtime'));
    if (!runtime.startsWith('nodejs')) throw fail(`its runtime is ${runtime}, and only Node.js is supported`);
    const [file = '', exportName = ''] = String(resolver.property(resource, 'Handler')).split(/\.([^./]+)$/);
    const directory = assetDirectory(resource, resolver);
    const modulePath = ['.mjs', '.js', '.cjs']
      .map((extension) => join(directory, file + extension))
      .find(existsSync);
    if (!modulePath) throw fail(`its package ${directory} contains no module ${file}`);
    const environment = (resolver.property(resource, 'Environment') ?? {}) as {
      Variables?: Record<string, unknown>;
    };
    const { LogFormat } = (resource.properties['LoggingConfig'] ?? {}) as { LogFormat?: string };
    const { region, account } = resource.stack;
    return {
      name: resource.name,
      functionName: physicalName(resource),
      arn: `arn:aws:lambda:${region}:${account}:function:${physicalName(resource)}`,
      modulePath,
      exportName,
      // Lambda's defaults: 3 seconds and 128 MB.
      timeoutMs: Number(resolver.property(resource, 'Timeout') ?? 3) * 1000,
      memoryMb: Number(resolver.property(resource, 'MemorySize') ?? 128),
      region,
      logsJson: LogFormat === 'JSON',
      asyncRetries: asyncRetriesOf(assembly, resolver, resource),
      allowsLoops: resolver.property(resource, 'RecursiveLoop') === 'Allow',
      tableRights: readTableRights(resource),
      variables: Object.fromEntries(
        Object.entries(environment.Variables ?? {}).map(([name, value]) => [name, String(value)]),
      ),
    };
  });
}

/** Twice, unless the template says otherwise. https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html */
function asyncRetriesOf(assembly: Assembly, resolver: Resolver, fn: TemplateResource): number {
  const config = templateResources(assembly, resolver, 'AWS::Lambda::EventInvokeConfig').find(
    (one) => resolver.property(one, 'FunctionName') === physicalName(fn),
  );
  return Number((config && resolver.property(config, 'MaximumRetryAttempts')) ?? 2);
}

/** The function of a name or an ARN. Here, all of a function's versions and aliases are the code of the template. */
export const functionAt = (functions: LambdaFunction[], target: unknown): LambdaFunction | undefined =>
  functions.find(
    ({ functionName, arn }) =>
      target === functionName || target === arn || String(target).startsWith(`${arn}:`),
  );

function assetDirectory(resource: TemplateResource, resolver: Resolver): string {
  const code = resolver.property(resource, 'Code') as { S3Key?: string } | undefined;
  const directory = code?.S3Key === undefined ? undefined : resource.stack.assets.get(code.S3Key);
  if (directory === undefined || !existsSync(directory) || !statSync(directory).isDirectory()) {
    throw new StartError(
      `The code of the function ${resource.name} is not a directory asset of the assembly; run npm run synth again.`,
    );
  }
  return directory;
}
