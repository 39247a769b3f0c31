import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { drill } from '../../infra/drill/drill.ts';

test('after a restore to an earlier point, a cursor, a copy and the search have what is new and nothing that is lost', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-drill-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const findings = await drill(inject('service').assembly, folder);
  expect(findings.length).toBeGreaterThan(6);
  expect(findings.filter(({ holds }) => !holds)).toEqual([]);
});
