import {
  ATTACHMENT_BUCKET_VARIABLE,
  ATTACHMENT_SCAN_VARIABLE,
} from '../../shared/kernel/core/file-bucket.ts';
import { expect, test } from 'vitest';
import { scanOf } from '../../shared/planning/attachments/attachment-files.ts';
import { suiteBucket } from '../support/suite-bucket.ts';

const { bucket } = suiteBucket('files');

const settings: Record<string, string> = {
  [ATTACHMENT_BUCKET_VARIABLE]: 'files',
  [ATTACHMENT_SCAN_VARIABLE]: 'GuardDutyMalwareScanStatus=NO_THREATS_FOUND',
};
const setting = (variable: string) => settings[variable];
const KEY = 'uploads/workspace/file';

/** Tags the file as a scan does. */
const tag = (name: string, value: string) =>
  bucket.setTags(
    KEY,
    `<Tagging><TagSet><Tag><Key>${name}</Key><Value>${value}</Value></Tag></TagSet></Tagging>`,
  );

test('a file waits for its scan, and only what the scan calls clean passes', async () => {
  const scan = () => scanOf({ setting }, 'workspace', 'file');
  bucket.put(KEY, 'hello');
  expect(await scan()).toBe('awaited');
  tag('owner', 'NO_THREATS_FOUND');
  expect(await scan()).toBe('awaited');
  tag('GuardDutyMalwareScanStatus', 'THREATS_FOUND');
  expect(await scan()).toBe('refused');
  tag('GuardDutyMalwareScanStatus', 'NO_THREATS_FOUND');
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
