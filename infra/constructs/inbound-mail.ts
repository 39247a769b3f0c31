import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { ITableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { IBucket } from 'aws-cdk-lib/aws-s3';
import { EmailIdentity, Identity, ReceiptRuleSet } from 'aws-cdk-lib/aws-ses';
import { S3 } from 'aws-cdk-lib/aws-ses-actions';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { SqsSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { LEFT_OUT_MESSAGE } from '../../shared/identity/inbound-mail/left-out.ts';
import { MAIL_SLOTS_VARIABLE } from '../../shared/identity/inbound-mail/postpone-mail.ts';
import type { WatchedMetric } from './alarms.ts';
import type { Attachments } from './attachments.ts';
import type { Secrets } from '../data-stack.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { loggedLines } from './logged-lines.ts';
import { MAIL_PREFIX, ReceivedMail } from './received-mail.ts';
import { senderOf } from './sender.ts';
import { slotsOf } from './slots.ts';
import { processMessages, watchedMessages, workQueue } from './work-queue.ts';
import { workerFunction } from './worker-function.ts';

interface InboundMailProps {
  config: EnvironmentConfig;
  table: ITableV2;
  secrets: Secrets;
  attachments: Attachments;
}

/**
 * Receives mail for the triage of teams, and replies to mail about ideas: SES stores a mail in a bucket and notifies a topic, whose queue a function reads.
 * Returns what is watched. The operator activates the rule set, of which an account has one per region.
 */
export function addInboundMail(
  stack: Stack,
  { config, table, secrets, attachments }: InboundMailProps,
): Record<string, WatchedMetric> {
  const domain = config.inboundMailDomain!;
  const identity = new EmailIdentity(stack, 'Inbound', { identity: Identity.domain(domain) });
  identity.dkimRecords.forEach(({ name, value }, number) => {
    new CfnOutput(stack, `InboundDkimRecord${number + 1}`, { value: `${name} CNAME ${value}` });
  });
  const bucket = new ReceivedMail(stack, 'ReceivedMail', config);
  const mails = workQueue(stack, 'InboundMail');
  const topic = new Topic(stack, 'ReceivedMails', { enforceSSL: true });
  const granted = topic.grantPublish(
    new ServicePrincipal('ses.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': stack.account } },
    }),
  );
  topic.addSubscription(new SqsSubscription(mails.queue, { rawMessageDelivery: true }));
  const rules = new ReceiptRuleSet(stack, 'InboundRules', {
    rules: [
      {
        recipients: [domain],
        scanEnabled: true,
        actions: [new S3({ bucket: bucket as IBucket, objectKeyPrefix: MAIL_PREFIX, topic })],
      },
    ],
  });
  // SES sends a message to the topic before it makes the rule.
  granted.applyBefore(rules);
  const worker = workerFunction(stack, 'InboundMail', {
    config,
    entry: 'inbound-mail',
    resources: { table, secrets, attachments, inboundMail: bucket, inboundQueue: mails.queue },
    environment: {
      MAIL_FROM: senderOf(config.mail!),
      [MAIL_SLOTS_VARIABLE]: String(slotsOf(CONCURRENCY)),
    },
    memory: MEMORY_MB,
  });
  processMessages(worker.function, mails, { maxConcurrency: CONCURRENCY, batchSize: 1 });
  const { logGroup } = worker;
  loggedLines(stack, 'LeftOutMails', { logGroup, text: LEFT_OUT_MESSAGE, config });
  new CfnOutput(stack, 'InboundRuleSet', { value: rules.receiptRuleSetName });
  new CfnOutput(stack, 'InboundMxRecord', {
    value: `${domain} MX 10 inbound-smtp.${stack.region}.amazonaws.com`,
  });
  return watchedMessages(mails, { backlog: 'InboundMailBacklog', above: BACKLOG_SECONDS });
}

/** A mail with its files takes a good part of a function's memory, so that each has an invocation of its own. */
const CONCURRENCY = 10;

/** A mail of 36 MB takes 0.5 GB, or 1.1 GB if all of it is HTML; more memory comes with more of a processor. */
const MEMORY_MB = 2_048;

/** How old a message may be before an alarm. */
const BACKLOG_SECONDS = 1_800;
