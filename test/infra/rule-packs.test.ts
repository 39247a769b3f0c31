import { NIST80053R5Checks, ServerlessChecks } from 'cdk-nag';
import { expect, test } from 'vitest';
import { synthesize } from './synthesize.ts';

interface Answer {
  /** Why what the rule finds is left as it is. */
  reason: string;
  /** The parts of paths of constructs that it is about; all that the rule finds when left out. */
  only?: readonly string[];
}

const SCHEDULED = [
  'CanarySchedule',
  'EdgeKeySchedule',
  'MailSchedule',
  'JobSchedule',
  'SweepSchedule',
  'KeySchedule',
];
const AWS_KEYS =
  'It is encrypted with a key of AWS: one of a customer would add a service on which everything depends.';
const DEAD_LETTERS_OF_EVENTS =
  'No function but mail-notices is invoked with what would be lost: a gateway waits for the answer, queues and streams keep what fails, and schedules come again.';

/** What packs that others made find in production, by rule, and why it stays. A new finding needs a mend, or its answer here. */
const answers: Record<string, Answer> = {
  'Serverless-SNSRedrivePolicy': {
    reason: 'Mail of alarms is delivered by AWS, and SNS tries a queue for 23 days.',
    only: ['Alarms/Topic/', 'InboundMailQueue/'],
  },
  'Serverless-EventBusDLQ': {
    reason: 'A run that is missed is followed by the next one, and states of backups go to a topic.',
    only: [...SCHEDULED, 'Backups/'],
  },
  'Serverless-LambdaDLQ': { reason: DEAD_LETTERS_OF_EVENTS },
  'Serverless-LambdaTracing': {
    reason: 'X-Ray is a setting (tracing), since it costs more than the requests.',
  },
  'Serverless-LambdaAsyncFailureDestination': {
    reason: 'They run each minute or five, and alarms watch their errors.',
    only: ['Canary/', 'MailSweeper/', 'JobRunner/', 'WebhookSweeper/'],
  },
  'Serverless-SQSRedrivePolicy': {
    reason: 'Queues of dead letters are the end: an alarm watches them.',
    only: ['DeadLetters/'],
  },
  'Serverless-LambdaEventSourceMappingDestination': {
    reason: 'Queues have dead letters of their own.',
    only: ['SqsEventSource'],
  },
  'NIST.800.53.R5-S3BucketLoggingEnabled': {
    reason: 'Functions alone use the buckets, and log each upload and link.',
  },
  'NIST.800.53.R5-S3BucketReplicationEnabled': {
    reason: 'Files can be replicated by the operator (docs/operators.md); the rest can be made again.',
  },
  'NIST.800.53.R5-S3DefaultEncryptionKMS': { reason: AWS_KEYS },
  'NIST.800.53.R5-SNSEncryptedKMS': { reason: AWS_KEYS },
  'NIST.800.53.R5-SecretsManagerUsingKMSKey': { reason: AWS_KEYS },
  'NIST.800.53.R5-CloudWatchLogGroupEncrypted': { reason: AWS_KEYS },
  'NIST.800.53.R5-SecretsManagerRotationEnabled': {
    reason: 'Functions of this project rotate them every 90 days.',
    only: ['Keyring/', 'Edge/Key/'],
  },
  'NIST.800.53.R5-S3BucketVersioningEnabled': {
    reason: 'They contain copies that expire within weeks.',
    only: ['Snapshots/', 'ReceivedMail/', 'Unhandled/', 'LeftOver/'],
  },
  'NIST.800.53.R5-IAMNoInlinePolicy': {
    reason:
      'A role has the rights of one function, and is deleted with it; policies of their own would double the resources.',
  },
  'NIST.800.53.R5-LambdaConcurrency': {
    reason: 'Shares are a setting (accountConcurrency), since new accounts have too few.',
  },
  'NIST.800.53.R5-LambdaDLQ': { reason: DEAD_LETTERS_OF_EVENTS },
  'NIST.800.53.R5-LambdaInsideVPC': {
    reason:
      'All that functions call is public and signed; a network would add cold starts, and a gateway to pay.',
  },
};

test('what packs of rules find in production is mended or answered, and no answer is left over', () => {
  const { app } = synthesize('prod', { dashboard: true });
  const found = [new ServerlessChecks(), new NIST80053R5Checks()].flatMap((pack) =>
    pack
      .validateScope(app)
      .violations.flatMap(({ ruleName, violatingResources }) =>
        violatingResources.map(({ constructPath }) => ({ rule: ruleName, path: constructPath ?? '' })),
      ),
  );
  const isAnswered = ({ rule, path }: (typeof found)[number]): boolean => {
    const answer = answers[rule];
    return answer !== undefined && (answer.only?.some((part) => path.includes(part)) ?? true);
  };
  expect(found.filter((one) => !isAnswered(one))).toEqual([]);
  const rules = new Set(found.map(({ rule }) => rule));
  expect(Object.keys(answers).filter((rule) => !rules.has(rule))).toEqual([]);
});
