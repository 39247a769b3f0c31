import { Aws, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { CfnGlobalTable } from 'aws-cdk-lib/aws-dynamodb';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { CfnLogGroup } from 'aws-cdk-lib/aws-logs';
import { CfnBucket } from 'aws-cdk-lib/aws-s3';
import { CfnSecret } from 'aws-cdk-lib/aws-secretsmanager';
import { CfnTopic } from 'aws-cdk-lib/aws-sns';
import { CfnQueue } from 'aws-cdk-lib/aws-sqs';
import type { IConstruct } from 'constructs';
import { ServiceFunction } from './service-function.ts';

const USES = ['kms:Decrypt', 'kms:Encrypt', 'kms:ReEncrypt*', 'kms:GenerateDataKey*', 'kms:DescribeKey'];

/** What functions reach the key through; none calls KMS itself. */
const SERVICES = ['dynamodb', 's3', 'sqs', 'secretsmanager'];

/**
 * Services that write encrypted things by no role of an environment: alarms, mails, their messages, and the edge's log. Not
 * all of them say for which account they do, so that what they write to limits them, and no condition here.
 * https://docs.aws.amazon.com/sns/latest/dg/sns-key-management.html
 */
const WRITERS = ['cloudwatch', 'events', 'ses', 'sns', 'delivery.logs'];

/**
 * Encrypts what an environment stores with a key of its account, instead of those of AWS: the table, buckets, queues,
 * topics, secrets and logs. The key is made in the first stack and outlives it where the data does: without it, nothing can
 * be read again.
 */
export function encryptWithOwnKey(stacks: readonly [Stack, ...Stack[]], removalPolicy: RemovalPolicy): void {
  const key = newKey(stacks[0], removalPolicy);
  for (const made of stacks.flatMap((stack) => stack.node.findAll())) {
    encrypt(made, key.keyArn);
    if (made instanceof ServiceFunction) allow(made, key);
  }
}

function newKey(stack: Stack, removalPolicy: RemovalPolicy): Key {
  const key = new Key(stack, 'Key', {
    description: `What ${stack.stackName} and the stacks next to it store`,
    enableKeyRotation: true,
    removalPolicy,
  });
  const principalOf = (service: string) => new ServicePrincipal(`${service}.amazonaws.com`);
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: WRITERS.map(principalOf),
      actions: ['kms:Decrypt', 'kms:Encrypt', 'kms:GenerateDataKey*'],
      resources: ['*'],
    }),
  );
  const groups = `arn:${Aws.PARTITION}:logs:${Aws.REGION}:${Aws.ACCOUNT_ID}:log-group:*`;
  key.addToResourcePolicy(
    new PolicyStatement({
      principals: [principalOf(`logs.${Aws.REGION}`)],
      actions: USES,
      resources: ['*'],
      conditions: { ArnLike: { 'kms:EncryptionContext:aws:logs:arn': groups } },
    }),
  );
  return key;
}

function encrypt(made: IConstruct, arn: string): void {
  if (made instanceof CfnBucket) {
    made.bucketEncryption = {
      serverSideEncryptionConfiguration: [
        {
          serverSideEncryptionByDefault: { sseAlgorithm: 'aws:kms', kmsMasterKeyId: arn },
          bucketKeyEnabled: true,
        },
      ],
    };
  } else if (made instanceof CfnQueue) {
    made.sqsManagedSseEnabled = undefined;
    made.kmsMasterKeyId = arn;
    made.kmsDataKeyReusePeriodSeconds = DATA_KEY_SECONDS;
  } else if (made instanceof CfnTopic) made.kmsMasterKeyId = arn;
  else if (made instanceof CfnLogGroup || made instanceof CfnSecret) made.kmsKeyId = arn;
  else if (made instanceof CfnGlobalTable) {
    made.addPropertyOverride('SSESpecification', { SSEEnabled: true, SSEType: 'KMS' });
    made.addPropertyOverride('Replicas.0.SSESpecification', { KMSMasterKeyId: arn });
  }
}

/** Each call of KMS costs: a queue asks for a new data key as seldom as an hour. */
const DATA_KEY_SECONDS = 3_600;

function allow({ function: fn }: ServiceFunction, key: Key): void {
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: USES,
      resources: [key.keyArn],
      conditions: {
        StringEquals: { 'kms:ViaService': SERVICES.map((one) => `${one}.${Aws.REGION}.amazonaws.com`) },
      },
    }),
  );
  for (const action of USES.filter((one) => one.endsWith('*'))) {
    Validations.of(fn.role!).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Action::${action}]`,
      reason: 'KMS has several actions for one use, which services choose among.',
    });
  }
}
