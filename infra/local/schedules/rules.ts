import { functionAt } from '../lambda/functions.ts';
import type { LambdaFunction } from '../lambda/functions.ts';
import type { Resolver } from '../template/intrinsics.ts';
import { physicalName, templateResources } from '../template/resources.ts';
import { StartError } from '../runner/start-error.ts';
import type { Assembly, TemplateResource } from '../template/template.ts';

/** A rule that runs functions at a rate. */
export type Schedule = {
  /** Short name and logical id in the template. */
  name: string;
  logicalId: string;
  arn: string;
  region: string;
  account: string;
  everyMs: number;
  isEnabled: boolean;
  /** Target functions, each with the text that replaces the event, if the template has one. */
  targets: { fn: LambdaFunction; input: string | undefined }[];
};

const KNOWN = ['Description', 'Name', 'ScheduleExpression', 'State', 'Tags', 'Targets'];
/** Settings for events that Lambda does not accept are irrelevant: the local runner always accepts them. */
const TARGET_KNOWN = ['Arn', 'DeadLetterConfig', 'Id', 'Input', 'RetryPolicy'];
const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Reads the rules of an assembly. Throws a StartError for event patterns, cron expressions, targets that are
 * not functions of this app, and unsupported properties.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-events-rule.html
 */
export function readSchedules(
  assembly: Assembly,
  resolver: Resolver,
  functions: LambdaFunction[],
): Schedule[] {
  return templateResources(assembly, resolver, 'AWS::Events::Rule').map((resource) => {
    const fail = (reason: string) =>
      new StartError(`The rule ${resource.name} cannot be run locally: ${reason}.`);
    const { region, account } = resource.stack;
    const unknown = Object.keys(resource.properties).find((name) => !KNOWN.includes(name));
    if (unknown !== undefined) throw fail(`its property ${unknown} is not supported`);
    const state = (resolver.property(resource, 'State') ?? 'ENABLED') as string;
    if (state !== 'ENABLED' && state !== 'DISABLED') throw fail(`its state ${state} is not supported`);
    const targets = (resolver.property(resource, 'Targets') ?? []) as Record<string, unknown>[];
    return {
      name: resource.name,
      logicalId: resource.logicalId,
      arn: `arn:aws:events:${region}:${account}:rule/${physicalName(resource)}`,
      region,
      account,
      everyMs: readRate(resource, resolver, fail),
      isEnabled: state === 'ENABLED',
      targets: targets.map((target) => {
        const other = Object.keys(target).find((name) => !TARGET_KNOWN.includes(name));
        if (other !== undefined) throw fail(`the property ${other} of its target is not supported`);
        const fn = functionAt(functions, target.Arn);
        if (!fn) throw fail(`its target ${String(target.Arn)} is not a function of this app`);
        return { fn, input: target.Input as string | undefined };
      }),
    };
  });
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html#eb-rate-expressions */
function readRate(
  resource: TemplateResource,
  resolver: Resolver,
  fail: (reason: string) => StartError,
): number {
  const expression = resolver.property(resource, 'ScheduleExpression') as string | undefined;
  if (expression === undefined)
    throw fail('it has no ScheduleExpression, and there are no event sources here');
  const [, count, unit, plural] = /^rate\((\d+) (minute|hour|day)(s?)\)$/.exec(expression) ?? [];
  if (Number(count) >= 1 && (plural === '') === (count === '1')) return Number(count) * UNIT_MS[unit!]!;
  throw fail(`ScheduleExpression is ${expression}; only rates such as rate(5 minutes) are supported`);
}
