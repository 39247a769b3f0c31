import { Duration } from 'aws-cdk-lib';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { EnvironmentConfig } from './environment-config.ts';
import { PrivateBucket } from './private-bucket.ts';

/** The prefix of the objects that SES stores. */
export const MAIL_PREFIX = 'mails/';

/** The mails that SES has received, for as long as their messages and dead letters are looked at. */
export class ReceivedMail extends PrivateBucket {
  constructor(scope: Construct, id: string, config: EnvironmentConfig) {
    super(scope, id, {
      config,
      expiration: Duration.days(7),
      withoutAccessLogs: 'SES writes each mail once, and one function reads it.',
    });
    this.acknowledgeNames(MAIL_PREFIX, 'There is an object for each mail.');
  }

  /** Grants a function what it needs to read mails. */
  grantTo(fn: IFunction): void {
    this.allowObjects(fn, ['GetObject'], MAIL_PREFIX);
  }
}
