import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import type { ProbedExport } from './memory-probe.ts';

async function exportOf(kind: 'stories' | 'pictures', number: number): Promise<ProbedExport> {
  const probe = resolve(import.meta.dirname, 'memory-probe.ts');
  const command = ['--expose-gc', probe, kind, String(number)];
  const { stdout } = await promisify(execFile)(process.execPath, command);
  return JSON.parse(stdout) as ProbedExport;
}

test('the memory that an export takes does not grow with the stories of the workspace', async () => {
  const small = await exportOf('stories', 2_000);
  const large = await exportOf('stories', 12_000);
  expect([small.resources, large.resources]).toEqual([
    [2_000, 2_000],
    [12_000, 12_000],
  ]);
  expect(large.fileMb).toBeGreaterThan(150);
  expect(large.mb).toBeLessThan(small.mb + 4);
  expect(large.mb).toBeLessThan(20);
});

test('the memory that an export takes does not grow with the pictures of portals', async () => {
  const { pictures, mb } = await exportOf('pictures', 200);
  expect(pictures).toEqual([200, 200]);
  expect(mb).toBeLessThan(60);
});
