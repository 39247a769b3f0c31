import { Duration } from 'aws-cdk-lib';
import { Rule, Schedule, type RuleTargetInput } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';

interface RegularRun {
  every: Duration;
  /** The events of a run's invocations; one with the event of EventBridge by default. */
  events?: readonly (RuleTargetInput | undefined)[];
  /** How often a run that fails is repeated; not at all by default, since the next one follows soon. */
  retryAttempts?: number;
}

/** Lambda's, which needs no resource. */
const RETRIES_DEFAULT = 2;

/** What EventBridge and Lambda take as the least. */
const AGE_MIN = Duration.minutes(1);

/**
 * Invokes a function on a schedule. EventBridge only hands a run to Lambda, which by default repeats a failed one twice,
 * and a throttled one for six hours: then hundreds would run at once.
 * https://docs.aws.amazon.com/lambda/latest/dg/invocation-async-error-handling.html
 */
export function runRegularly(
  scope: Construct,
  id: string,
  fn: IFunction,
  { every, events = [undefined], retryAttempts = 0 }: RegularRun,
): void {
  const attempts = { retryAttempts, ...(retryAttempts === 0 && { maxEventAge: AGE_MIN }) };
  if (retryAttempts !== RETRIES_DEFAULT) fn.configureAsyncInvoke(attempts);
  new Rule(scope, id, {
    schedule: Schedule.rate(every),
    targets: events.map((event) => new LambdaFunction(fn, { ...(event && { event }), ...attempts })),
  });
}
