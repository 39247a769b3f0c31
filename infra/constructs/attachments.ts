import {
  ATTACHMENT_BUCKET_VARIABLE,
  ATTACHMENT_PREFIX,
  ATTACHMENT_SCAN_VARIABLE,
  EXPORT_PREFIX,
  IMAGE_PREFIX,
  UPLOAD_PREFIX,
} from '../../shared/kernel/core/file-bucket.ts';
import { Duration } from 'aws-cdk-lib';
import { ManagedPolicy } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { HttpMethods } from 'aws-cdk-lib/aws-s3';
import type { Construct } from 'constructs';
import type { FunctionNeeds } from '../../shared/kernel/core/needs.ts';
import { EXPORT_DAYS } from '../../shared/surface/exports/export.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { PrivateBucket } from './private-bucket.ts';

/** How far DynamoDB's recovery points reach back. */
const RECOVERABLE = Duration.days(35);

type Use = NonNullable<FunctionNeeds['attachments']>;

/**
 * The files of stories, of images of portals and of exports. Clients upload and download them by signed forms and links, which can do no more than the function
 * that signed them.
 */
export class Attachments extends PrivateBucket {
  readonly #scan: EnvironmentConfig['attachmentScan'];
  /** Policies of their own, since functions are in other stacks, where the bucket's name is not known. */
  readonly #policies: Record<Use, ManagedPolicy>;

  constructor(scope: Construct, id: string, config: EnvironmentConfig) {
    super(scope, id, {
      config,
      // What is not taken over within hours is never; attachments stay.
      expiration: Duration.days(2),
      of: UPLOAD_PREFIX,
      versioned: config.pointInTimeRecovery,
      withoutAccessLogs: 'The functions log each upload and each link that they sign.',
    });
    this.addLifecycleRule({ expiration: Duration.days(EXPORT_DAYS), prefix: EXPORT_PREFIX });
    if (config.pointInTimeRecovery) this.#keepDeleted();
    this.#scan = config.attachmentScan;
    if (this.#scan) this.enableEventBridgeNotification();
    // Pages of portals, at whatever domain, upload by forms that were signed for them.
    this.addCorsRule({ allowedMethods: [HttpMethods.POST], allowedOrigins: ['*'], maxAge: 3_600 });
    for (const prefix of [UPLOAD_PREFIX, ATTACHMENT_PREFIX, IMAGE_PREFIX, EXPORT_PREFIX])
      this.acknowledgeNames(prefix, 'There is an object for each file.');
    const readAndWrite = ['GetObject', 'PutObject'];
    const serving = () => [
      ...this.statementsFor([...readAndWrite, ...(this.#scan ? ['GetObjectTagging'] : [])], UPLOAD_PREFIX),
      ...this.statementsFor(readAndWrite, ATTACHMENT_PREFIX),
    ];
    this.#policies = {
      serve: new ManagedPolicy(this, 'Serve', { statements: serving() }),
      delete: new ManagedPolicy(this, 'Delete', {
        statements: [ATTACHMENT_PREFIX, IMAGE_PREFIX].flatMap((prefix) =>
          this.statementsFor(['DeleteObject'], prefix),
        ),
      }),
      // Another id would be a new export, and stacks that import the former one would keep this one from changing.
      servePages: new ManagedPolicy(this, 'SignUploads', { statements: serving() }),
      images: new ManagedPolicy(this, 'Images', {
        statements: [UPLOAD_PREFIX, IMAGE_PREFIX].flatMap((prefix) =>
          this.statementsFor(readAndWrite, prefix),
        ),
      }),
      writeExports: new ManagedPolicy(this, 'WriteExports', {
        statements: [
          ...this.statementsFor(readAndWrite, EXPORT_PREFIX),
          ...this.statementsFor(['GetObject'], IMAGE_PREFIX),
        ],
      }),
      linkExports: new ManagedPolicy(this, 'LinkExports', {
        statements: this.statementsFor(['GetObject'], EXPORT_PREFIX),
      }),
    };
  }

  /** Keeps files for as long as the table's recovery points still name them; not what is only passing through. */
  #keepDeleted(): void {
    this.addLifecycleRule({ noncurrentVersionExpiration: RECOVERABLE, expiredObjectDeleteMarker: true });
    for (const prefix of [UPLOAD_PREFIX, EXPORT_PREFIX])
      this.addLifecycleRule({ noncurrentVersionExpiration: Duration.days(1), prefix });
  }

  /** Grants a function what it needs to take and hand out files, to delete or to write them. */
  grantTo(fn: LambdaFunction, use: Use): void {
    fn.addEnvironment(ATTACHMENT_BUCKET_VARIABLE, this.bucketName);
    fn.role!.addManagedPolicy(this.#policies[use]);
    if ((use === 'serve' || use === 'servePages') && this.#scan)
      fn.addEnvironment(ATTACHMENT_SCAN_VARIABLE, `${this.#scan.tag}=${this.#scan.clean}`);
  }
}
