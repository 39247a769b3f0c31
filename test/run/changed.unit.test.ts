import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { changedFiles, testsOfChange } from './changed.ts';

const root = resolve(import.meta.dirname, '../..');

describe('the tests of a change', () => {
  test('of an operation are those of its folder, the rules that import it, and the sweeps over it', () => {
    const { unit, service, operations } = testsOfChange(root, ['shared/planning/labels/update-label.ts']);
    expect(service).toContain('test/labels/update-label.test.ts');
    expect(unit).toContain('test/mcp/setup-kinds.unit.test.ts');
    expect(operations).toEqual(['updateLabel']);
  });

  test('of a test are itself, as long as it exists', () => {
    const here = 'test/run/changed.unit.test.ts';
    expect(testsOfChange(root, [here, 'test/run/gone.test.ts'])).toEqual({
      unit: [here],
      service: [],
      operations: [],
    });
  });

  test('of what tests share are those that import it', () => {
    const { service } = testsOfChange(root, ['test/support/jobs.ts']);
    expect(service).toContain('test/jobs/run-job.test.ts');
  });

  test('of documentation are the rules of documentation', () => {
    const { unit, service } = testsOfChange(root, ['docs/runbook.md']);
    expect(unit).toContain('test/docs/guide-file.unit.test.ts');
    expect(service).toEqual([]);
  });
});

describe('changed files', () => {
  let folder = '';
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test('are those that differ from a commit, staged or not, and those that git does not know', () => {
    folder = mkdtempSync(join(tmpdir(), 'changed-'));
    const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, stdio: 'ignore' });
    const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
    git('init');
    for (const name of ['kept', 'edited', 'staged']) write(name, 'first');
    git('add', '.');
    git('-c', 'user.name=Ann', '-c', 'user.email=ann@example.com', 'commit', '-m', 'First');
    for (const name of ['edited', 'staged', 'new']) write(name, 'second');
    git('add', 'staged');
    expect(changedFiles(folder, 'HEAD')).toEqual(['edited', 'new', 'staged']);
  });
});
