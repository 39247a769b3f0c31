import {
  ATTACHMENT_BUCKET_VARIABLE,
  ATTACHMENT_SCAN_VARIABLE,
} from '../../shared/kernel/core/file-bucket.ts';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { Bucket } from '../../infra/local/storage/buckets.ts';
import { startBucketServer } from '../../infra/local/storage/bucket-server.ts';
import { scanOf } from '../../shared/planning/attachments/attachment-files.ts';

const home = mkdtempSync(join(tmpdir(), 'plotline-scan-'));
const bucket = new Bucket(home, { name: 'Files', bucketName: 'files', arn: 'arn:aws:s3:::files' });
let server: Awaited<ReturnType<typeof startBucketServer>>;

beforeAll(async () => {
  server = await startBucketServer([bucket]);
  vi.stubEnv('AWS_ENDPOINT_URL_S3', server.endpoint);
  vi.stubEnv('AWS_REGION', 'eu-central-1');
  vi.stubEnv('AWS_ACCESS_KEY_ID', 'local');
  vi.stubEnv('AWS_SECRET_ACCESS_KEY', 'local');
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await server.stop();
  rmSync(home, { recursive: true });
});

const settings: Record<string, string> = {
  [ATTACHMENT_BUCKET_VARIABLE]: 'files',
  [ATTACHMENT_SCAN_VARIABLE]: 'GuardDutyMalwareScanStatus=NO_THREATS_FOUND',
};
const setting = (variable: string) => settings[variable];
const KEY = 'uploads/workspace/file';

/** Tags the file as a scan does. */
const tag = (name: string, value: string) =>
  fetch(`${server.endpoint}/files/${KEY}?tagging`, {
    method: 'PUT',
    body: `<Tagging><TagSet><Tag><Key>${name}</Key><Value>${value}</Value></Tag></TagSet></Tagging>`,
  });

test('a file waits for its scan, and only what the scan calls clean passes', async () => {
  const scan = () => scanOf({ setting }, 'workspace', 'file');
  bucket.put(KEY, 'hello');
  expect(await scan()).toBe('awaited');
  await tag('owner', 'NO_THREATS_FOUND');
  expect(await scan()).toBe('awaited');
  await tag('GuardDutyMalwareScanStatus', 'THREATS_FOUND');
  expect(await scan()).toBe('refused');
  await tag('GuardDutyMalwareScanStatus', 'NO_THREATS_FOUND');
  expect(await scan()).toBe('clean');
  // Another file in its place has not been scanned.
  bucket.put(KEY, 'other');
  expect(await scan()).toBe('awaited');
});

test('without a scan, no file waits', async () => {
  const without = (variable: string) =>
    variable === ATTACHMENT_SCAN_VARIABLE ? undefined : setting(variable);
  bucket.put(KEY, 'unscanned');
  expect(await scanOf({ setting: without }, 'workspace', 'file')).toBe('clean');
});
