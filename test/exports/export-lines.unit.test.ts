import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openExportFolder } from '../../cli/export/export-folder.ts';
import { exportLines } from '../../shared/surface/export-run/export-lines.ts';
import type { ExportFile } from '../../shared/surface/exports/export.ts';

/** A store of files that counts what is written under a name that it has. */
function newStore() {
  const stored = new Map<string, Buffer>();
  return {
    stored,
    read: async (name: string) => stored.get(name)!,
    write: async (name: string, content: Uint8Array) => void stored.set(name, Buffer.from(content)),
  };
}

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

test('small files of many runs become few, with each line once and in order', async () => {
  const store = newStore();
  let files: ExportFile[] = [];
  for (let run = 0; run < 50; run++) {
    const lines = exportLines(store);
    for (let n = 0; n < 20; n++) lines.add('stories', { id: run * 20 + n, text: 'x'.repeat(10_000) });
    lines.add('teams', { id: run });
    files = await lines.write(files);
  }
  const stories = files.filter(({ name }) => name.startsWith('stories-'));
  expect([stories.length, files.length]).toEqual([3, 4]);
  const ids = stories.flatMap(({ name, bytes, sha256, resources }) => {
    const content = store.stored.get(name)!;
    const found = content.toString().trimEnd().split('\n');
    expect([content.length, hashOf(content), found.length]).toEqual([bytes, sha256, resources]);
    return found.map((line) => (JSON.parse(line) as { id: number }).id);
  });
  expect(ids).toEqual(Array.from({ length: 1_000 }, (_, n) => n));
});

test('a run that is repeated after an interruption leaves the earlier files as they are', async () => {
  const store = newStore();
  const first = exportLines(store);
  first.add('stories', { id: 1 });
  const files = await first.write([]);
  const contents = files.map(({ name }) => hashOf(store.stored.get(name)!));
  const run = async () => {
    const lines = exportLines(store);
    lines.add('stories', { id: 2 });
    return await lines.write(files);
  };
  const interrupted = await run();
  expect(await run()).toEqual(interrupted);
  expect(files.map(({ name }) => hashOf(store.stored.get(name)!))).toEqual(contents);
  expect(store.stored.get(interrupted[0]!.name)!.toString()).toBe('{"id":1}\n{"id":2}\n');
});

test('each file of a table begins with its heading, also one that takes the place of a smaller one', async () => {
  const store = newStore();
  let files: ExportFile[] = [];
  for (let run = 0; run < 3; run++) {
    const lines = exportLines(store);
    const text = 'x'.repeat(3 * 1_024 * 1_024);
    lines.addRow('stories', `${run},${text}\r\n`, 'Number,Text\r\n');
    lines.add('stories', { id: run });
    files = await lines.write(files);
  }
  const tables = files.filter(({ name }) => name.endsWith('.csv'));
  expect(files.map(({ name }) => name)).toEqual([
    'stories-0002.csv',
    'stories-0003.csv',
    'stories-0003.jsonl',
  ]);
  const begins = tables.map(({ name }) =>
    store.stored
      .get(name)!
      .toString()
      .split('\r\n')
      .map((line) => line.slice(0, 6)),
  );
  expect(begins).toEqual([
    ['Number', '0,xxxx', '1,xxxx', ''],
    ['Number', '2,xxxx', ''],
  ]);
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const target = openExportFolder(folder);
  for (const { name } of files) writeFileSync(target.partPath(name), store.stored.get(name)!);
  await target.join(files);
  const joined = readFileSync(join(folder, 'stories.csv'), 'utf8').split('\r\n');
  expect(joined.map((line) => line.slice(0, 6))).toEqual(['Number', '0,xxxx', '1,xxxx', '2,xxxx', '']);
  expect(readFileSync(join(folder, 'stories.jsonl'), 'utf8')).toBe('{"id":0}\n{"id":1}\n{"id":2}\n');
});
