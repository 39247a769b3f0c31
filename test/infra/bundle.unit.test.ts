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

/** What nobody but pages shows: Markdown, its parser and what makes HTML safe. */
const renderers = /node_modules\/(markdown-it|postcss|sanitize-html|htmlparser2)\//;

/** What the SDK has for other places than Lambda; a new version may have moved it (infra/constructs/bundle.ts). */
const unusedSdkParts =
  /\/(Sha256Js|getInstanceMetadataRegion|DefaultRateLimiter)\.js$|\/(credential-provider-node|lambda-invoke-store)\//;

/** Whoever makes events of the table's changes has at most this, with all that is loaded when needed, in bytes. */
const DISPATCHER_MAX_BYTES = 500_000;

test('webhook-dispatcher has no renderer, also not for later, and nothing of the SDK that Lambda has no use for', async () => {
  const { metafile } = await build({
    ...bundleOptions('webhook-dispatcher'),
    outdir: 'unwritten',
    write: false,
  });
  expect(Object.keys(metafile.inputs).filter((path) => renderers.test(path))).toEqual([]);
  expect(Object.keys(metafile.inputs).filter((path) => unusedSdkParts.test(path))).toEqual([]);
  const code = Object.entries(metafile.outputs).filter(([path]) => path.endsWith('.mjs'));
  const bytes = code.reduce((sum, [, one]) => sum + one.bytes, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(DISPATCHER_MAX_BYTES);
});

const rest = Object.entries(functionGroups).filter(([, { operations }]) => operations.length > 0);

test.each(rest.map(([name]) => name))('%s loads at most 400 KB before it answers', async (name) => {
  const { metafile } = await build({ ...bundleOptions(name), outdir: 'unwritten', write: false });
  const bytes = bytesAtImport(metafile);
  expect(bytes).toBeGreaterThan(50_000);
  expect(bytes).toBeLessThan(IMPORT_MAX_BYTES);
});
