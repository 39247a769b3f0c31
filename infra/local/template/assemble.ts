/**
 * Replaces the CDK app where only what running needs is installed: writes the assembly of the environment `local`
 * from its snapshot to CDK_OUTDIR, with the functions' bundles.
 */
import { readFileSync } from 'node:fs';
import { bundleFunctions, functionFolder } from '../../constructs/bundle.ts';
import { writeAssembly, type TemplateSnapshot } from './snapshot.ts';

const file = new URL('snapshot.json', import.meta.url);

await bundleFunctions({ maps: false });
writeAssembly(
  JSON.parse(readFileSync(file, 'utf8')) as TemplateSnapshot,
  process.env['CDK_OUTDIR']!,
  functionFolder,
);
