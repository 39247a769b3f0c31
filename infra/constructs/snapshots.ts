import { Duration } from 'aws-cdk-lib';
import type { CfnFunction, Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { MODEL_STORAGE_VARIABLE } from '../../shared/kernel/read-model/model-cache.ts';
import { SNAPSHOT_BUCKET_VARIABLE, SNAPSHOT_PREFIX } from '../../shared/kernel/read-model/snapshots.ts';
import type { EnvironmentConfig } from './environment-config.ts';
import { PrivateBucket } from './private-bucket.ts';

/** A bucket for snapshots of read models, which save sandboxes from building them; it may be emptied at any time. */
export class Snapshots extends PrivateBucket {
  readonly #modelStorage: number;

  constructor(scope: Construct, id: string, config: EnvironmentConfig) {
    super(scope, id, {
      config,
      // Sandboxes write a new snapshot after three days, and models of deleted teams should go.
      expiration: Duration.days(7),
      withoutAccessLogs:
        'It contains copies of what the table has, for functions only, so access logs are unnecessary.',
    });
    this.#modelStorage = config.modelStorage;
    this.acknowledgeNames(SNAPSHOT_PREFIX, 'There is an object for each read model.');
  }

  /** Grants a function access to read and write snapshots, and room for its models. */
  grantTo(fn: LambdaFunction): void {
    (fn.node.defaultChild as CfnFunction).ephemeralStorage = { size: this.#modelStorage };
    fn.addEnvironment(MODEL_STORAGE_VARIABLE, String(this.#modelStorage));
    this.allowObjects(fn, ['GetObject', 'PutObject'], SNAPSHOT_PREFIX);
    fn.addEnvironment(SNAPSHOT_BUCKET_VARIABLE, this.bucketName);
  }
}
