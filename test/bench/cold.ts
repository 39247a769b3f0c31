import { functionNames } from '../../infra/constructs/bundle.ts';
import { synthesize } from '../../infra/local/template/synth.ts';
import { inBenchFolder, ROOT } from './bench-folder.ts';
import { measureBundles, type Bundle } from './bundles.ts';
import { measureFirstRequests, type FirstRequestResult } from './first-requests.ts';
import { measureParts, type ImportPart } from './import-parts.ts';
import type { Progress } from './progress.ts';

/** The function whose import is shown part by part. */
const IN_PARTS = 'stories';

export interface ColdStarts {
  bundles: Bundle[];
  parts: ImportPart[];
  firstRequests: FirstRequestResult[];
}

/**
 * What a cold start of each function imports, and how long that takes; of one function by its parts, and of those that
 * read stories with a first request.
 */
export const measureCold = (imports: number, progress: Progress): Promise<ColdStarts> =>
  inBenchFolder(async (home, ends) => {
    progress.start((functionNames.length + 3) * imports);
    ends.push(() => progress.end());
    const assembly = await synthesize(ROOT);
    const onRun = () => progress.step('Importing the functions');
    const bundles = await measureBundles(assembly, home, imports, onRun);
    const parts = await measureParts(IN_PARTS, home, imports, onRun);
    return { bundles, parts, firstRequests: await measureFirstRequests(home, ends, imports, onRun) };
  });
