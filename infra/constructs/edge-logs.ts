import { Duration } from 'aws-cdk-lib';
import { ObjectOwnership } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { EnvironmentConfig } from './environment-config.ts';
import { PrivateBucket } from './private-bucket.ts';

/** A bucket for the log of CloudFront, which writes by an access control list that others refuse, and leaves cookies out. */
export class EdgeLogs extends PrivateBucket {
  constructor(scope: Construct, id: string, config: EnvironmentConfig) {
    super(scope, id, {
      config,
      expiration: Duration.days(config.logRetentionDays),
      objectOwnership: ObjectOwnership.BUCKET_OWNER_PREFERRED,
      withoutAccessLogs: 'It has access logs itself.',
    });
  }
}
