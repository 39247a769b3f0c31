import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { Metric } from 'aws-cdk-lib/aws-cloudwatch';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IEventSourceDlq } from 'aws-cdk-lib/aws-lambda';
import type { DynamoEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { Watched } from './alarms.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/**
 * A bucket for complete stream records that could not be processed; a queue would get only their position.
 */
export class UnhandledRecords extends Bucket {
  constructor(scope: Construct, id: string, { removalPolicy, emptiesBuckets }: EnvironmentConfig) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy,
      autoDeleteObjects: emptiesBuckets,
      // Not longer than what makes a replay harmless: the events that were sent.
      lifecycleRules: [{ expiration: Duration.days(29) }],
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-S1',
      reason:
        'Only the function and Lambda write here, and only on failures, so access logs are unnecessary.',
    });
    this.#acknowledgeNames('aws/lambda');
  }

  /** The bucket as on-failure destination, with write access only; CDK's own construct grants more. */
  readonly onFailure: IEventSourceDlq = {
    bind: (_mapping, fn) => {
      const allow = (action: string, resource: string) =>
        fn.addToRolePolicy(new PolicyStatement({ actions: [`s3:${action}`], resources: [resource] }));
      allow('PutObject', this.arnForObjects('aws/lambda/*'));
      allow('ListBucket', this.bucketArn);
      return { destination: this.bucketArn };
    },
  };

  /** Object names are chosen on write, so the permission has to end in a wildcard. */
  acknowledgePrefix(prefix: string): void {
    this.#acknowledgeNames(prefix.replace(/\/$/, ''));
  }

  #acknowledgeNames(prefix: string): void {
    const stack = Stack.of(this);
    const bucketId = stack.getLogicalId(this.node.defaultChild as CfnBucket);
    Validations.of(stack).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}/*]`,
      reason: 'Object names are generated when a record fails.',
    });
  }
}

/** Alarms for a stream mapping that gives up or loses records. */
export function watchedRecords(
  source: DynamoEventSource,
): Record<'LeftOverRecords' | 'DroppedRecords', Watched> {
  const countOf = (metricName: string) =>
    new Metric({
      namespace: 'AWS/Lambda',
      metricName,
      dimensionsMap: { EventSourceMappingUUID: source.eventSourceMappingId },
      statistic: 'Sum',
    });
  return {
    LeftOverRecords: { metric: countOf('OnFailureDestinationDeliveredEventCount'), above: 0 },
    DroppedRecords: { metric: countOf('DroppedEventCount'), above: 0 },
  };
}
