import { Duration, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { BlockPublicAccess, Bucket, BucketEncryption, type CfnBucket } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import { SNAPSHOT_BUCKET_VARIABLE, SNAPSHOT_PREFIX } from '../../shared/read-model/snapshots.ts';
import type { EnvironmentConfig } from './environment-config.ts';

/** A bucket for snapshots of read models, which save sandboxes from building them; it may be emptied at any time. */
export class Snapshots extends Bucket {
  constructor(scope: Construct, id: string, { removalPolicy, emptiesBuckets }: EnvironmentConfig) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      removalPolicy,
      autoDeleteObjects: emptiesBuckets,
      // Sandboxes write a snapshot anew after three days, and models of deleted teams should go.
      lifecycleRules: [{ expiration: Duration.days(7) }],
    });
    Validations.of(this).acknowledge({
      id: 'AwsSolutions::AwsSolutions-S1',
      reason: 'It contains copies of what the table has, for functions only, so access logs are unnecessary.',
    });
    const bucketId = Stack.of(this).getLogicalId(this.node.defaultChild as CfnBucket);
    Validations.of(Stack.of(this)).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${SNAPSHOT_PREFIX}*]`,
      reason: 'There is an object for each read model.',
    });
  }

  /** Lets a function read and write snapshots. */
  grantTo(fn: LambdaFunction): void {
    const allow = (actions: string[], resource: string) =>
      fn.addToRolePolicy(
        new PolicyStatement({ actions: actions.map((action) => `s3:${action}`), resources: [resource] }),
      );
    allow(['GetObject', 'PutObject'], this.arnForObjects(`${SNAPSHOT_PREFIX}*`));
    // Without it, S3 refuses to say that an object does not exist.
    allow(['ListBucket'], this.bucketArn);
    fn.addEnvironment(SNAPSHOT_BUCKET_VARIABLE, this.bucketName);
  }
}
