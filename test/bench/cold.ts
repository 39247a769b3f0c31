import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { functionNames } from '../../infra/constructs/bundle.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { measureBundles, type Bundle } from './bundles.ts';
import type { Progress } from './progress.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** What a cold start of each function imports, and how long that takes. */
export async function measureCold(imports: number, progress: Progress): Promise<Bundle[]> {
  mkdirSync(join(ROOT, 'dist'), { recursive: true });
  const scratch = mkdtempSync(join(ROOT, 'dist/bench-'));
  progress.start(functionNames.length * imports);
  try {
    const assembly = await synthesize(ROOT);
    return await measureBundles(assembly, scratch, imports, () => progress.step('Importing the functions'));
  } finally {
    progress.end();
    rmSync(scratch, { recursive: true, force: true });
  }
}
