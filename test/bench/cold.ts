import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { functionNames } from '../../infra/constructs/bundle.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { measureBundles, type Bundle } from './bundles.ts';
import { measureParts, type ImportPart } from './import-parts.ts';
import type { Progress } from './progress.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** The function whose import is shown part by part. */
const IN_PARTS = 'stories';

export interface ColdStarts {
  bundles: Bundle[];
  parts: ImportPart[];
}

/** What a cold start of each function imports, and how long that takes; of one function by its parts. */
export async function measureCold(imports: number, progress: Progress): Promise<ColdStarts> {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  const scratch = mkdtempSync(join(ROOT, 'dist/bench-'));
  progress.start((functionNames.length + 1) * imports);
  try {
    const assembly = await synthesize(ROOT);
    const onRun = () => progress.step('Importing the functions');
    const bundles = await measureBundles(assembly, scratch, imports, onRun);
    return { bundles, parts: await measureParts(IN_PARTS, scratch, imports, onRun) };
  } finally {
    progress.end();
    rmSync(scratch, { recursive: true, force: true });
  }
}
