import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, vi } from 'vitest';
import { localCredentials } from '../../infra/local/runner/credentials.ts';
import { Bucket } from '../../infra/local/storage/buckets.ts';
import { startBucketServer } from '../../infra/local/storage/bucket-server.ts';

interface SuiteBucket {
  bucket: Bucket;
  /** The paths of the files that hold its objects. */
  files: () => string[];
}

/** A bucket for a suite that runs functions in this process, which find it by the variables of AWS's SDK. */
export function suiteBucket(bucketName: string): SuiteBucket {
  const home = mkdtempSync(join(tmpdir(), 'plotline-bucket-'));
  const bucket = new Bucket(home, { name: 'Suite', bucketName, arn: `arn:aws:s3:::${bucketName}` });
  let stop: () => Promise<void>;
  beforeAll(async () => {
    const server = await startBucketServer([bucket]);
    ({ stop } = server);
    vi.stubEnv('AWS_ENDPOINT_URL_S3', server.endpoint);
    vi.stubEnv('AWS_REGION', 'us-east-1');
    vi.stubEnv('AWS_ACCESS_KEY_ID', localCredentials.accessKeyId);
    vi.stubEnv('AWS_SECRET_ACCESS_KEY', localCredentials.secretAccessKey);
  });
  afterAll(async () => {
    vi.unstubAllEnvs();
    await stop();
    rmSync(home, { recursive: true });
  });
  const folder = join(home, 'buckets', bucketName);
  return {
    bucket,
    files: () =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' })
        .map((name) => join(folder, name))
        .filter((path) => statSync(path).isFile()),
  };
}
