import { Duration } from 'aws-cdk-lib';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import type { FunctionNeeds } from '../../shared/kernel/core/needs.ts';
import {
  ATTACHMENT_BUCKET_VARIABLE,
  ATTACHMENT_PREFIX,
  ATTACHMENT_SCAN_VARIABLE,
  UPLOAD_PREFIX,
} from '../../shared/planning/attachments/attachment-files.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { PrivateBucket } from './private-bucket.ts';

/**
 * The files of stories. Clients upload and download them by signed forms and links, which can do no more than the function
 * that signed them.
 */
export class Attachments extends PrivateBucket {
  readonly #scan: EnvironmentConfig['attachmentScan'];

  constructor(scope: Construct, id: string, config: EnvironmentConfig) {
    super(scope, id, {
      config,
      // What is not taken over within hours is never; attachments stay.
      expiration: Duration.days(2),
      of: UPLOAD_PREFIX,
      withoutAccessLogs: 'The functions log each upload and each link that they sign.',
    });
    this.#scan = config.attachmentScan;
    if (this.#scan) this.enableEventBridgeNotification();
    for (const prefix of [UPLOAD_PREFIX, ATTACHMENT_PREFIX])
      this.acknowledgeNames(prefix, 'There is an object for each file.');
  }

  /** Grants a function what it needs to take and hand out files, or to delete them. */
  grantTo(fn: LambdaFunction, what: NonNullable<FunctionNeeds['attachments']>): void {
    fn.addEnvironment(ATTACHMENT_BUCKET_VARIABLE, this.bucketName);
    if (what === 'delete') return this.allowObjects(fn, ['DeleteObject'], ATTACHMENT_PREFIX);
    this.allowObjects(
      fn,
      ['GetObject', 'PutObject', ...(this.#scan ? ['GetObjectTagging'] : [])],
      UPLOAD_PREFIX,
    );
    this.allowObjects(fn, ['GetObject', 'PutObject'], ATTACHMENT_PREFIX);
    if (this.#scan) fn.addEnvironment(ATTACHMENT_SCAN_VARIABLE, `${this.#scan.tag}=${this.#scan.clean}`);
  }
}
