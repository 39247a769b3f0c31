import type { LambdaFunction } from '../lambda/functions.ts';
import type { Resolver } from '../template/intrinsics.ts';
import { physicalName, resourcesOf } from '../template/resources.ts';
import { StartError } from '../runner/start-error.ts';
import type { Assembly, Resource } from '../template/template.ts';

/** A rule that runs functions at a rate. */
export type Schedule = {
  /** Short name and logical id, by which the template knows it. */
  name: string;
  logicalId: string;
  arn: string;
  region: string;
  account: string;
  everyMs: number;
  isEnabled: boolean;
  /** Functions, each with the text that it gets in the place of the event, if the template has one. */
  targets: { fn: LambdaFunction; input: string | undefined }[];
};

const KNOWN = ['Description', 'Name', 'ScheduleExpression', 'State', 'Tags', 'Targets'];
/** What happens to an event that Lambda does not take is of no concern: here it always does. */
const TARGET_KNOWN = ['Arn', 'DeadLetterConfig', 'Id', 'Input', 'RetryPolicy'];
const UNIT_MS: Record<string, number> = { minute: 60_000, hour: 3_600_000, day: 86_400_000 };

/**
 * Reads the rules of an assembly. Throws StartError for one that waits for events, a cron expression, a target
 * that is no function of this app, and any property that is not served.
 * https://docs.aws.amazon.com/AWSCloudFormation/latest/TemplateReference/aws-resource-events-rule.html
 */
export function readSchedules(
  assembly: Assembly,
  resolver: Resolver,
  functions: LambdaFunction[],
): Schedule[] {
  return resourcesOf(assembly, resolver, 'AWS::Events::Rule').map((resource) => {
    const fail = (reason: string) =>
      new StartError(`The rule ${resource.name} cannot be run here: ${reason}.`);
    const { region, account } = resource.stack;
    const unknown = Object.keys(resource.properties).find((name) => !KNOWN.includes(name));
    if (unknown !== undefined) throw fail(`its property ${unknown} is not served`);
    const state = (resolver.property(resource, 'State') ?? 'ENABLED') as string;
    if (state !== 'ENABLED' && state !== 'DISABLED') throw fail(`its state ${state} is not served`);
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
        if (other !== undefined) throw fail(`the property ${other} of its target is not served`);
        const fn = functions.find(({ arn }) => arn === target.Arn);
        if (!fn) throw fail(`its target ${String(target.Arn)} is no function of this app`);
        return { fn, input: target.Input as string | undefined };
      }),
    };
  });
}

/** https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-scheduled-rule-pattern.html#eb-rate-expressions */
function readRate(resource: Resource, resolver: Resolver, fail: (reason: string) => StartError): number {
  const expression = resolver.property(resource, 'ScheduleExpression') as string | undefined;
  if (expression === undefined) throw fail('it has no ScheduleExpression, and nothing here sends events');
  const [, count, unit, plural] = /^rate\((\d+) (minute|hour|day)(s?)\)$/.exec(expression) ?? [];
  if (Number(count) >= 1 && (plural === '') === (count === '1')) return Number(count) * UNIT_MS[unit!]!;
  throw fail(`ScheduleExpression is ${expression}, and only those such as rate(5 minutes) are served`);
}
