import { Stack, Validations, type Duration } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import {
  BlockPublicAccess,
  Bucket,
  BucketEncryption,
  type CfnBucket,
  type ObjectOwnership,
} from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { EnvironmentConfig } from './environment-config.ts';

interface PrivateBucketProps {
  config: Pick<EnvironmentConfig, 'removalPolicy' | 'emptiesBuckets'>;
  /** The retention of objects; of some, those whose names begin with `of`. */
  expiration: Duration;
  of?: string;
  /** Whether what is deleted or overwritten can be taken back. */
  versioned?: boolean;
  objectOwnership?: ObjectOwnership;
  /** Why access logs are not needed. */
  withoutAccessLogs: string;
}

/** An encrypted bucket for functions only, whose objects expire. */
export class PrivateBucket extends Bucket {
  constructor(
    scope: Construct,
    id: string,
    { config, expiration, of, versioned = false, objectOwnership, withoutAccessLogs }: PrivateBucketProps,
  ) {
    super(scope, id, {
      encryption: BucketEncryption.S3_MANAGED,
      blockPublicAccess: BlockPublicAccess.BLOCK_ALL,
      enforceSSL: true,
      ...(versioned && { versioned }),
      ...(objectOwnership && { objectOwnership }),
      removalPolicy: config.removalPolicy,
      autoDeleteObjects: config.emptiesBuckets,
      lifecycleRules: [{ expiration, ...(of === undefined ? {} : { prefix: of }) }],
    });
    Validations.of(this).acknowledge({ id: 'AwsSolutions::AwsSolutions-S1', reason: withoutAccessLogs });
  }

  /** Allows a function some actions of S3 (`GetObject`) on the objects whose names begin with `prefix`. */
  protected allowObjects(fn: IFunction, actions: readonly string[], prefix: string): void {
    for (const statement of this.statementsFor(actions, prefix)) fn.addToRolePolicy(statement);
  }

  /** What allows some actions of S3 on the objects whose names begin with `prefix`. */
  protected statementsFor(actions: readonly string[], prefix: string): PolicyStatement[] {
    const objects = {
      actions: actions.map((action) => `s3:${action}`),
      resources: [this.arnForObjects(`${prefix}*`)],
    };
    // Without it, S3 refuses to say that an object does not exist.
    const listing = { actions: ['s3:ListBucket'], resources: [this.bucketArn] };
    return [objects, listing].map((statement) => new PolicyStatement(statement));
  }

  /** Says why a permission on objects whose names begin with `prefix` ends in a wildcard. */
  protected acknowledgeNames(prefix: string, reason: string): void {
    const stack = Stack.of(this);
    const bucketId = stack.getLogicalId(this.node.defaultChild as CfnBucket);
    Validations.of(stack).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::<${bucketId}.Arn>/${prefix}*]`,
      reason,
    });
  }
}
