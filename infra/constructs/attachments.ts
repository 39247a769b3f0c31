import { Duration, Stack, Validations } from 'aws-cdk-lib';
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
  }

  /** Grants a function what it needs to take and hand out files, or to delete them. */
  grantTo(fn: LambdaFunction, what: NonNullable<FunctionNeeds['attachments']>): void {
    fn.addEnvironment(ATTACHMENT_BUCKET_VARIABLE, this.bucketName);
    if (what === 'delete') return this.#allow(fn, ['DeleteObject'], ATTACHMENT_PREFIX);
    this.#allow(fn, ['GetObject', 'PutObject', ...(this.#scan ? ['GetObjectTagging'] : [])], UPLOAD_PREFIX);
    this.#allow(fn, ['GetObject', 'PutObject'], ATTACHMENT_PREFIX);
    if (this.#scan) fn.addEnvironment(ATTACHMENT_SCAN_VARIABLE, `${this.#scan.tag}=${this.#scan.clean}`);
  }

  /** Functions are in other stacks, which know the bucket by the name of an export. */
  #allow(fn: LambdaFunction, actions: readonly string[], prefix: string): void {
    this.allowObjects(fn, actions, prefix);
    const stack = Stack.of(this);
    const imported = stack.resolve(stack.exportValue(this.bucketArn)) as { 'Fn::ImportValue': string };
    Validations.of(fn.role!).acknowledge({
      id: `AwsSolutions::AwsSolutions-IAM5[Resource::${imported['Fn::ImportValue']}/${prefix}*]`,
      reason: 'There is an object for each file.',
    });
  }
}
