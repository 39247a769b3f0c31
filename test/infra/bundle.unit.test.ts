import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleOptions } from '../../infra/constructs/bundle.ts';
import { functionGroups } from '../../shared/registry.ts';

/** What a function may load before it can answer, in bytes: a cold start parses all of it. */
const IMPORT_MAX_BYTES = 400_000;

/** The bytes of a bundle's entry and of the chunks that it imports outright; the others are loaded when needed. */
function bytesAtImport({ outputs }: Metafile): number {
  const entry = Object.keys(outputs).find((path) => outputs[path]!.entryPoint?.startsWith('functions/'))!;
  const reached = new Set([entry]);
  for (const path of reached) {
    for (const { path: next, kind } of outputs[path]!.imports) {
      if (kind === 'import-statement' && next in outputs) reached.add(next);
    }
  }
  return [...reached].reduce((sum, path) => sum + outputs[path]!.bytes, 0);
}

const rest = Object.entries(functionGroups).filter(([, { operations }]) => operations.length > 0);

test.each(rest.map(([name]) => name))('%s loads at most 400 KB before it answers', async (name) => {
  const { metafile } = await build({ ...bundleOptions(name), outdir: 'unwritten', write: false });
  const bytes = bytesAtImport(metafile);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(IMPORT_MAX_BYTES);
});
