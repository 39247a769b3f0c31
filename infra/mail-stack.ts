import { CfnOutput, Duration, Stack, type StackProps } from 'aws-cdk-lib';
import { Metric, Stats } from 'aws-cdk-lib/aws-cloudwatch';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import {
  ConfigurationSet,
  ConfigurationSetEventDestination,
  ConfigurationSetTlsPolicy,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Topic, type ITopic } from 'aws-cdk-lib/aws-sns';
import { LambdaSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Construct } from 'constructs';
import { INBOUND_DOMAIN_VARIABLE } from '../shared/identity/inbound-mail/inbound-domain.ts';
import { Alarms } from './constructs/alarms.ts';
import type { Attachments } from './constructs/attachments.ts';
import type { EnvironmentConfig } from './constructs/environment-config.ts';
import { addInboundMail } from './constructs/inbound-mail.ts';
import { runRegularly } from './constructs/run-regularly.ts';
import { loggedLines } from './constructs/logged-lines.ts';
import { mailQueueName } from './constructs/mail-queue.ts';
import { senderOf } from './constructs/sender.ts';
import type { Secrets } from './data-stack.ts';
import { processMessages, watchedMessages, workQueue } from './constructs/work-queue.ts';
import type { Sender } from './constructs/service-function.ts';
import { workerFunction } from './constructs/worker-function.ts';

interface MailStackProps extends StackProps {
  config: EnvironmentConfig;
  alarmTopic: ITopic;
  table: ITableV2;
  secrets: Secrets;
  attachments: Attachments;
  /** The base URL of links in mails. */
  baseUrl: string;
}

/** Mail: the identity that it is sent from, its queue, and what SES reports back. */
export class MailStack extends Stack {
  constructor(
    scope: Construct,
    id: string,
    { config, alarmTopic, table, secrets, attachments, baseUrl, ...props }: MailStackProps,
  ) {
    super(scope, id, props);
    // The dead letters also take the notices that could not be handled.
    const mails = workQueue(this, 'Mail', mailQueueName(config));
    const { queue, deadLetters } = mails;
    const set = new ConfigurationSet(this, 'Mails', {
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
      tlsPolicy: ConfigurationSetTlsPolicy.REQUIRE,
      reputationMetrics: true,
    });
    const resources = { table, secrets, mailQueue: queue, sender: this.#sender(config, set) };
    const sender = workerFunction(this, 'MailSender', {
      config,
      entry: 'mail-sender',
      resources,
      environment: { BASE_URL: baseUrl },
    });
    if (config.inboundMailDomain)
      sender.function.addEnvironment(INBOUND_DOMAIN_VARIABLE, config.inboundMailDomain);
    processMessages(sender.function, mails, { maxConcurrency: CONCURRENCY });
    const sweeper = workerFunction(this, 'MailSweeper', { config, entry: 'mail-sweeper', resources });
    runRegularly(this, 'MailSchedule', sweeper.function, { every: Duration.minutes(1) });
    const notices = workerFunction(this, 'MailNotices', { config, entry: 'mail-notices', resources });
    // SNS has done its part once Lambda takes a notice; what the function refuses three times is Lambda's to keep.
    notices.function.configureAsyncInvoke({ onFailure: new SqsDestination(deadLetters) });
    const topic = new Topic(this, 'Notices', { enforceSSL: true });
    topic.addSubscription(new LambdaSubscription(notices.function, { deadLetterQueue: deadLetters }));
    new ConfigurationSetEventDestination(this, 'Reports', {
      configurationSet: set,
      destination: EventDestination.snsTopic(topic),
      events: [EmailSendingEvent.SEND, EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    new Alarms(
      this,
      'Alarms',
      config,
      {
        MailFailed: {
          metric: loggedLines(this, 'FailedMails', {
            logGroup: sender.logGroup,
            text: 'mail failed',
            config,
          }),
          above: 0,
        },
        // SES reviews an account at twice these rates, and stops it soon after.
        MailBounces: { metric: reputationOf(set, 'BounceRate'), above: BOUNCE_RATE },
        MailComplaints: { metric: reputationOf(set, 'ComplaintRate'), above: COMPLAINT_RATE },
        ...watchedMessages(mails, { backlog: 'MailBacklog', above: BACKLOG_SECONDS }),
        ...(config.inboundMailDomain === undefined
          ? {}
          : addInboundMail(this, { config, table, secrets, attachments })),
      },
      alarmTopic,
    );
    new CfnOutput(this, 'MailQueueUrl', { value: queue.queueUrl });
    new CfnOutput(this, 'MailDeadLetterQueueUrl', { value: deadLetters.queueUrl });
  }

  #sender({ mail }: EnvironmentConfig, set: ConfigurationSet): Sender {
    const { domain } = mail!;
    const identity = new EmailIdentity(this, 'Sender', {
      identity: Identity.domain(domain),
      mailFromDomain: `bounce.${domain}`,
    });
    // What the operator sets in DNS; docs/operators.md has the rest.
    identity.dkimRecords.forEach(({ name, value }, number) => {
      new CfnOutput(this, `DkimRecord${number + 1}`, { value: `${name} CNAME ${value}` });
    });
    return {
      from: senderOf(mail!),
      identityArn: identity.emailIdentityArn,
      configurationSetName: set.configurationSetName,
      configurationSetArn: this.formatArn({
        service: 'ses',
        resource: 'configuration-set',
        resourceName: set.configurationSetName,
      }),
    };
  }
}

/** Shares of the mails: https://docs.aws.amazon.com/ses/latest/dg/reputationdashboard-bounce-rate.html */
const BOUNCE_RATE = 0.025;
const COMPLAINT_RATE = 0.0005;

/** A rate that SES computes over the mails of a configuration set. */
const reputationOf = (set: ConfigurationSet, rate: string): Metric =>
  new Metric({
    namespace: 'AWS/SES',
    metricName: `Reputation.${rate}`,
    dimensionsMap: { 'ses:configuration-set': set.configurationSetName },
    statistic: Stats.MAXIMUM,
    period: Duration.hours(1),
  });

/** How old a message may be before an alarm. */
const BACKLOG_SECONDS = 600;

/** Batches of ten at once: SES allows an account that is out of its sandbox 14 mails a second at first. */
const CONCURRENCY = 2;
