import { existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { isReportedFullDisk, reportFullDisk, watchFullDisk } from '../../../infra/local/runner/full-disk.ts';
import { Bucket } from '../../../infra/local/storage/buckets.ts';
import { temporaryFolder } from './support.ts';

test.runIf(existsSync('/dev/full'))('a full disk is said once, and that it has room again', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const said: string[] = [];
  onTestFinished(watchFullDisk(folder, (sentence) => said.push(sentence)));
  const full = expect.stringContaining(`${folder} cannot be written (ENOSPC): the disk is full`) as string;
  const again = `${folder} can be written again.`;

  expect(isReportedFullDisk(Object.assign(new Error('write'), { code: 'ENOSPC' }))).toBe(true);
  reportFullDisk();
  expect(said).toEqual([full]);
  symlinkSync('/dev/full', join(folder, 'room'));
  vi.advanceTimersByTime(1_000);
  expect(said).toEqual([full]);
  vi.advanceTimersByTime(5_000);
  expect(said).toEqual([full, again]);
  reportFullDisk();
  expect(said).toEqual([full, again, full]);
  expect(readdirSync(folder)).toEqual([]);
  expect(isReportedFullDisk(new Error('another'))).toBe(false);
});

test('a folder that is gone meanwhile has no room, and ends nothing', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const folder = temporaryFolder();
  const said: string[] = [];
  onTestFinished(watchFullDisk(folder, (sentence) => said.push(sentence)));
  reportFullDisk();
  rmSync(folder, { recursive: true });
  expect(() => vi.advanceTimersByTime(3_000)).not.toThrow();
  expect(said).toHaveLength(1);
});

test('an object that could not be written leaves no part of itself', () => {
  const home = temporaryFolder();
  const bucket = new Bucket(home, { name: 'Files', bucketName: 'files', arn: '' });
  bucket.put('a/b', 'text');
  expect(() => bucket.put('a', 'text')).toThrow();
  expect(readdirSync(join(home, 'buckets', 'files'))).toEqual(['a']);
});
