import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolder } from '../../../cli/core/make-folder.ts';

test('a folder for data of a workspace, and those around it, are only for their owner', () => {
  const root = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  const folder = join(root, 'exports', 'today');
  makeFolder(folder);
  for (const made of [folder, join(root, 'exports')]) expect(statSync(made).mode & 0o777).toBe(0o700);
});
