import { build, type Metafile } from 'esbuild';
import { expect, test } from 'vitest';
import { bundleOptions } from '../../infra/constructs/bundle.ts';
import { functionGroups } from '../../shared/registry.ts';
import { readAtImport } from '../support/read-at-import.ts';

/** What a function may load before it can answer, in bytes: a cold start parses all of it. */
const IMPORT_MAX_BYTES = 250_000;

const bytesAtImport = (metafile: Metafile): number =>
  readAtImport(metafile).reduce((sum, { bytes }) => sum + bytes, 0);

/** What nobody but pages shows: Markdown, its parser and what makes HTML safe. */
const renderers = /node_modules\/(markdown-it|postcss|sanitize-html|htmlparser2)\//;

/** The SDK's clients, which are loaded when the first attempt of a call has failed, or for a secret. */
const sdk = /node_modules\/(@smithy\/|@aws-sdk\/(client|core|lib)-?)/;

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
  expect(bytesAtImport(metafile)).toBeLessThan(IMPORT_MAX_BYTES);
});

test('projector loads at most 250 KB before it handles a record', async () => {
  const { metafile } = await build({ ...bundleOptions('projector'), outdir: 'unwritten', write: false });
  expect(bytesAtImport(metafile)).toBeLessThan(IMPORT_MAX_BYTES);
});

const rest = Object.entries(functionGroups).filter(([, { operations }]) => operations.length > 0);

test.each(rest.map(([name]) => name))(
  '%s loads at most 250 KB before it answers, and nothing of the SDK',
  async (name) => {
    const { metafile } = await build({ ...bundleOptions(name), outdir: 'unwritten', write: false });
    const read = readAtImport(metafile);
    const bytes = bytesAtImport(metafile);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(IMPORT_MAX_BYTES);
    const inputs = read.flatMap((output) => Object.keys(output.inputs));
    expect(inputs.filter((path) => sdk.test(path))).toEqual([]);
    expect(read.flatMap(({ imports }) => imports).map(({ path }) => path)).not.toContain('node:http');
  },
);
