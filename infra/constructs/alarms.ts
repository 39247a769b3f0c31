import { Stack } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData, type IMetric } from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Topic, type ITopic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { EnvironmentConfig } from './environment-config.ts';

/** A metric that must not go above, or not below, a value for a number of its periods (1 when left out). */
export interface WatchedMetric {
  metric: IMetric;
  above?: number;
  below?: number;
  periods?: number;
  /** `page` where users notice now or data will be lost: worth waking someone. All else can wait for the day (`ticket`). */
  severity?: 'page' | 'ticket';
}

/** The anchor of an alarm's heading in docs/runbook.md: `DeadLetters` is explained at `dead-letters`. */
const runbookAnchor = (name: string): string =>
  name
    .replace(/\d+$/, '')
    .replaceAll(/(?<=.)[A-Z]/g, (letter) => `-${letter}`)
    .toLowerCase();

/**
 * Alarms by name, and the topic that sends them to the environment's alarm address: a new one, unless it is given. Those
 * of the severity `page` also go to the topic of `alarmTopicArn`. They say when they end, so that a pager closes what they
 * opened.
 */
export class Alarms extends Construct {
  readonly topic: ITopic;
  readonly #alarms: Record<string, Alarm> = {};

  constructor(
    scope: Construct,
    id: string,
    config: EnvironmentConfig,
    watched: Record<string, WatchedMetric>,
    topic?: ITopic,
  ) {
    super(scope, id);
    this.topic = topic ?? this.#newTopic(config);
    this.#add(config, watched);
  }

  #newTopic(config: EnvironmentConfig): ITopic {
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
    return topic;
  }

  #add(config: EnvironmentConfig, watched: Record<string, WatchedMetric>): void {
    const { alarmTopicArn: pager } = config;
    const mailed = new SnsAction(this.topic);
    const paged = pager === undefined ? [] : [new SnsAction(Topic.fromTopicArn(this, 'Pager', pager))];
    for (const [name, { metric, above, below, periods = 1, severity = 'ticket' }] of Object.entries(
      watched,
    )) {
      const alarm = new Alarm(this, name, {
        // It travels in the mail.
        alarmDescription: `Plotline ${config.id}, ${severity}: see docs/runbook.md#${runbookAnchor(name)}`,
        metric,
        threshold: above ?? below ?? 0,
        evaluationPeriods: periods,
        comparisonOperator:
          below === undefined
            ? ComparisonOperator.GREATER_THAN_THRESHOLD
            : ComparisonOperator.LESS_THAN_THRESHOLD,
        treatMissingData: below === undefined ? TreatMissingData.NOT_BREACHING : TreatMissingData.BREACHING,
      });
      const actions = [mailed, ...(severity === 'page' ? paged : [])];
      alarm.addAlarmAction(...actions);
      alarm.addOkAction(...actions);
      this.#alarms[name] = alarm;
    }
  }

  /** The alarm of a name. */
  named(name: string): Alarm {
    return this.#alarms[name]!;
  }
}
