import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshCopy, writtenAnHourAgo } from './fresh-copy.ts';

const run = promisify(execFile);
const copy = mkdtempSync(join(tmpdir(), 'plotline-clone-'));
const program = join(copy, 'cli/program.ts');
const original = () => readFileSync(program, 'utf8');

beforeAll(() => freshCopy(copy));
afterAll(() => rmSync(copy, { recursive: true, force: true }));

async function help(): Promise<string> {
  const { stdout } = await run(process.execPath, [join(copy, 'cli/plotline.mjs'), '--help'], {
    env: { PATH: process.env['PATH'], HOME: copy },
  });
  return stdout;
}

/** The folder of the bundle that the last command used. */
const bundle = (): string =>
  (JSON.parse(readFileSync(join(copy, 'dist/plotline/state.json'), 'utf8')) as { bundle: string }).bundle;

/** Writes another text of the same length into a source. */
const edit = (from: string, to: string): void => writeFileSync(program, original().replace(from, to));

test('a clone runs a bundle, and never one of other sources', async () => {
  expect(await help()).toContain('Set up and fill a Plotline service');
  const first = bundle();
  expect(await help()).toContain('Set up and fill');
  expect(bundle()).toBe(first);

  edit('Set up and fill', 'Fit up and fill');
  expect(await help()).toContain('Fit up and fill');
  // While it is edited, it runs from the source.
  expect(bundle()).toBe(first);
  writtenAnHourAgo(program);
  expect(await help()).toContain('Fit up and fill');
  const second = bundle();
  expect(second).not.toBe(first);

  // Also not where size and time of writing are as before.
  edit('Fit up and fill', 'Set up and fill');
  const before = new Date(Date.now() - 60 * 60_000);
  utimesSync(program, before, before);
  expect(await help()).toContain('Set up and fill');
  expect(bundle()).not.toBe(second);
});
