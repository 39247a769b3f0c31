import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { linkEqualFiles } from '../../infra/constructs/link-equal-files.ts';
import { temporaryFolder } from './local/support.ts';

test('equal files of several folders are one on the disk, and others stay as they are', () => {
  const [one, other] = [temporaryFolder(), temporaryFolder()];
  mkdirSync(join(other, 'a'));
  const texts = {
    [join(one, 'x')]: 'same',
    [join(one, 'y')]: 'same',
    [join(other, 'a', 'x')]: 'same',
    [join(other, 'z')]: 'else',
    [join(other, 'long')]: 'another one',
  };
  for (const [file, text] of Object.entries(texts)) writeFileSync(file, text);
  writeFileSync(join(other, 'run'), 'same', { mode: 0o755 });
  linkEqualFiles([one, other]);
  for (const [file, text] of Object.entries(texts)) expect(readFileSync(file, 'utf8')).toBe(text);
  const inodes = Object.keys(texts).map((file) => statSync(file).ino);
  expect(new Set(inodes.slice(0, 3)).size).toBe(1);
  expect(new Set(inodes).size).toBe(3);
  expect(statSync(join(other, 'run')).mode & 0o111).not.toBe(0);
  expect(readdirSync(other).sort()).toEqual(['a', 'long', 'run', 'z']);
});
