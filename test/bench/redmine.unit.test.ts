import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { debianBundler } from './redmine.ts';

test("Redmine starts with the Bundler of Debian's package, whose library comes before that of Ruby", () => {
  const gems = mkdtempSync(join(tmpdir(), 'gems-'));
  onTestFinished(() => rmSync(gems, { recursive: true }));
  expect(debianBundler(join(gems, 'bundler-*'))).toEqual({});
  mkdirSync(join(gems, 'bundler-2.3.15/lib'), { recursive: true });
  expect(debianBundler(join(gems, 'bundler-*'))).toEqual({
    BUNDLER_VERSION: '2.3.15',
    RUBYLIB: join(gems, 'bundler-2.3.15/lib'),
  });
});
