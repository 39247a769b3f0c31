import { randomUUID } from 'node:crypto';
import { callAws } from '../runner/aws-call.ts';
import { StartError } from '../runner/start-error.ts';
import type { Queue } from '../queues/engine.ts';
import type { Bucket } from '../storage/buckets.ts';
import type { Resolver } from '../template/intrinsics.ts';
import { templateResources } from '../template/resources.ts';
import type { Assembly } from '../template/template.ts';

/** A receipt rule of the template: where SES stores mail to some domains, and the queues that it notifies. */
export type ReceiptRule = {
  domains: string[];
  bucket: Bucket;
  prefix: string;
  topicArn: string;
  queues: Queue[];
};

/** What is known of a mail outside of it: its envelope, and whether the sender's domain confirms it. */
export type Envelope = { from: string; to: string[]; dmarc: string };

/** Reads the receipt rules of an assembly. Throws a StartError for what cannot be run. */
export function readReceiptRules(
  assembly: Assembly,
  resolver: Resolver,
  { buckets, queues }: { buckets: Bucket[]; queues: Queue[] },
): ReceiptRule[] {
  const subscriptions = templateResources(assembly, resolver, 'AWS::SNS::Subscription').map((resource) => ({
    topicArn: resolver.property(resource, 'TopicArn'),
    queueArn: resolver.property(resource, 'Endpoint'),
    isRaw: resolver.property(resource, 'RawMessageDelivery') === true,
  }));
  return templateResources(assembly, resolver, 'AWS::SES::ReceiptRule').map((resource) => {
    const { Recipients, Actions } = resolver.property(resource, 'Rule') as RuleProperty;
    const { BucketName, ObjectKeyPrefix = '', TopicArn } = Actions[0]?.S3Action ?? {};
    const bucket = buckets.find(({ bucketName }) => bucketName === BucketName);
    if (Actions.length !== 1 || !bucket || !TopicArn) {
      throw new StartError(
        `The receipt rule ${resource.name} cannot be run locally: it needs one action, which stores mail in a bucket of this app and tells a topic.`,
      );
    }
    const subscribed = subscriptions.filter(({ topicArn, isRaw }) => isRaw && topicArn === TopicArn);
    return {
      domains: Recipients,
      bucket,
      prefix: ObjectKeyPrefix,
      topicArn: TopicArn,
      queues: queues.filter(({ arn }) => subscribed.some(({ queueArn }) => queueArn === arn)),
    };
  });
}

type RuleProperty = {
  Recipients: string[];
  Actions: { S3Action?: { BucketName: string; ObjectKeyPrefix?: string; TopicArn?: string } }[];
};

/**
 * Receives a mail as SES does: stores it in the bucket of the rule for its recipients, and then notifies the queues. Returns
 * the id of the delivery; undefined if there is no rule for any recipient.
 * https://docs.aws.amazon.com/ses/latest/dg/receiving-email-notifications-contents.html
 */
export async function receiveInbound(
  rules: readonly ReceiptRule[],
  queueEndpoint: string,
  { raw, envelope }: { raw: Buffer; envelope: Envelope },
): Promise<string | undefined> {
  const messageId = randomUUID().replaceAll('-', '');
  const deliveries = rules.flatMap((rule) => {
    const recipients = envelope.to.filter((one) => rule.domains.includes(domainOf(one)));
    return recipients.length === 0 ? [] : [{ rule, recipients }];
  });
  for (const { rule, recipients } of deliveries) {
    rule.bucket.put(`${rule.prefix}${messageId}`, raw);
    const MessageBody = JSON.stringify(noticeOf(rule, { messageId, recipients, envelope }));
    for (const { url, region } of rule.queues) {
      const call = { service: 'sqs', target: 'AmazonSQS.SendMessage', region };
      await callAws(queueEndpoint, call, { QueueUrl: url, MessageBody });
    }
  }
  return deliveries.length === 0 ? undefined : messageId;
}

const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase();

function noticeOf(
  { bucket, prefix, topicArn }: ReceiptRule,
  {
    messageId,
    recipients,
    envelope: { from, to, dmarc },
  }: { messageId: string; recipients: string[]; envelope: Envelope },
) {
  const timestamp = new Date().toISOString();
  const pass = { status: 'PASS' };
  return {
    notificationType: 'Received',
    mail: { timestamp, source: from, messageId, destination: to },
    receipt: {
      timestamp,
      processingTimeMillis: 1,
      recipients,
      spamVerdict: pass,
      virusVerdict: pass,
      spfVerdict: pass,
      dkimVerdict: pass,
      dmarcVerdict: { status: dmarc },
      action: {
        type: 'S3',
        topicArn,
        bucketName: bucket.bucketName,
        objectKeyPrefix: prefix,
        objectKey: `${prefix}${messageId}`,
      },
    },
  };
}
