import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { readEntries } from '../../../cli/import/read-entries.ts';
import { createMapping } from '../../../cli/import/mapping.ts';
import { presets, type PresetName } from '../../../cli/import/presets/presets.ts';
import type { Preset } from '../../../cli/import/presets/preset.ts';
import { readRows } from '../../../cli/import/read-rows.ts';

/** A file of a test, which is removed with it. */
export function temporaryFile(name: string, content: unknown): string {
  const folder = mkdtempSync(join(tmpdir(), 'plotline-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, name);
  const isRaw = typeof content === 'string' || Buffer.isBuffer(content);
  writeFileSync(file, isRaw ? content : JSON.stringify(content));
  return file;
}

/** The rows of a file as stories, with the values that they have. */
export function entriesOf(from: PresetName, name: string, content: unknown) {
  const file = temporaryFile(name, content);
  const preset: Preset = presets[from];
  const { rows } = readRows(file, { preset });
  const mapping = createMapping(rows, [], { preset, customFields: true });
  const external = { url: preset.sourceUrl };
  return readEntries(rows, mapping, { external }).map((entry) =>
    Object.fromEntries(
      Object.entries(entry).filter(
        ([field, value]) =>
          !['row', 'identity', 'parentKey', 'remarks'].includes(field) &&
          value !== undefined &&
          value !== false &&
          !(Array.isArray(value) && value.length === 0),
      ),
    ),
  );
}
