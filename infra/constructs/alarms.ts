import { Duration, Stack } from 'aws-cdk-lib';
import {
  Alarm,
  ComparisonOperator,
  MathExpression,
  Stats,
  TreatMissingData,
  type IMetric,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { EnvironmentConfig } from './environment-config.ts';
import { functionsOf } from './service-function.ts';

/** A metric that must not go above, or not below, a value for a number of its periods (1 when left out). */
export interface WatchedMetric {
  metric: IMetric;
  above?: number;
  below?: number;
  periods?: number;
}

/** The anchor of an alarm's heading in docs/runbook.md: `DeadLetters` is explained at `dead-letters`. */
const runbookAnchor = (name: string): string =>
  name
    .replace(/\d+$/, '')
    .replaceAll(/(?<=.)[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();

/** CloudWatch's limit on the metrics of one alarm. */
const METRICS_MAX = 10;

/** The sum of metrics; where they are more than an alarm may have, each alarm watches the sum of ten. */
export function watchedSums(
  name: string,
  metrics: readonly IMetric[],
  { above, period }: { above: number; period: Duration },
): Record<string, WatchedMetric> {
  const groups = Array.from({ length: Math.ceil(metrics.length / METRICS_MAX) }, (_, index) =>
    metrics.slice(index * METRICS_MAX, (index + 1) * METRICS_MAX),
  );
  return Object.fromEntries(
    groups.map((group, index) => {
      const usingMetrics = Object.fromEntries(group.map((metric, at) => [`m${at}`, metric]));
      const expression = Object.keys(usingMetrics).join(' + ');
      const metric = new MathExpression({ expression, usingMetrics, period });
      return [`${name}${index === 0 ? '' : index + 1}`, { metric, above }];
    }),
  );
}

/** Invocations that Lambda refused of any function that the stack has so far. */
function watchedThrottles(stack: Stack): Record<string, WatchedMetric> {
  const period = Duration.minutes(5);
  const metrics = functionsOf(stack).map((fn) => fn.metricThrottles({ statistic: Stats.SUM, period }));
  return watchedSums('FunctionThrottles', metrics, { above: 0, period });
}

/**
 * Alarms by name, and the topic that sends them to the environment's alarm address. Throttled functions of the stack are
 * watched too, so it is made after them.
 */
export class Alarms extends Construct {
  constructor(
    scope: Construct,
    id: string,
    config: EnvironmentConfig,
    watched: Record<string, WatchedMetric>,
  ) {
    super(scope, id);
    const topic = new Topic(this, 'Topic', { enforceSSL: true });
    // A custom topic policy replaces the default one that lets CloudWatch alarms publish.
    topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [new ServicePrincipal('cloudwatch.amazonaws.com')],
        actions: ['sns:Publish'],
        resources: [topic.topicArn],
        conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
      }),
    );
    if (config.alarmEmail) topic.addSubscription(new EmailSubscription(config.alarmEmail));
    for (const [name, { metric, above, below, periods = 1 }] of Object.entries({
      ...watched,
      ...watchedThrottles(Stack.of(this)),
    })) {
      const alarm = new Alarm(this, name, {
        // It travels in the mail.
        alarmDescription: `Plotline ${config.id}: see docs/runbook.md#${runbookAnchor(name)}`,
        metric,
        threshold: above ?? below ?? 0,
        evaluationPeriods: periods,
        comparisonOperator:
          below === undefined
            ? ComparisonOperator.GREATER_THAN_THRESHOLD
            : ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: below === undefined ? TreatMissingData.NOT_BREACHING : TreatMissingData.BREACHING,
      });
      alarm.addAlarmAction(new SnsAction(topic));
    }
  }
}
