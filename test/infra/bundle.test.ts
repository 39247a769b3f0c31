import { build, type Metafile } from 'esbuild';
import { readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { bundleInputs } from '../../infra/constructs/bundle-inputs.ts';
import { bundleOptions, currentBundles } from '../../infra/constructs/bundle.ts';
import { functionGroups } from '../../shared/surface/registry.ts';
import { readAtImport } from '../support/read-at-import.ts';
import { sharedService } from '../support/service.ts';

let made: Record<string, Metafile> | undefined;

beforeAll(async () => {
  made = await currentBundles();
});

/** From the functions as synthesized, or bundled anew where the sources have changed since. */
async function metafileOf(name: string): Promise<Metafile> {
  return (
    made?.[name] ?? (await build({ ...bundleOptions(name), outdir: 'unwritten', write: false })).metafile
  );
}

test('each file of our own in a bundle is among the inputs that decide whether it is current', async () => {
  const { inputs } = await metafileOf('public');
  const own = Object.keys(inputs)
    .map((path) => path.replace(/^[\w-]+:/, ''))
    .map((path) => relative('.', path))
    .filter((path) => !path.includes('node_modules/'));
  expect(own.length).toBeGreaterThan(100);
  const known = bundleInputs.map((path) => (path.includes('.') ? path : `${path}/`));
  expect(own.filter((path) => !known.some((start) => path.startsWith(start)))).toEqual([]);
});

test('a change of a guide makes new bundles, which have the pages of /docs', () => {
  expect(bundleInputs.filter((path) => 'docs/guides/writes.md'.startsWith(`${path}/`))).toHaveLength(1);
});

/** What a function may load before it can answer, in bytes: a cold start parses all of it. */
const IMPORT_MAX_BYTES = 250_000;

const bytesAtImport = (metafile: Metafile): number =>
  readAtImport(metafile).reduce((sum, { bytes }) => sum + bytes, 0);

/** What the functions take on the disk after a first start, in bytes: files that several have are there once. */
const DISK_MAX_BYTES = 85_000_000;
const BLOCK_BYTES = 4_096;

test('the functions that are served take at most 85 MB of the disk', () => {
  const { assembly } = sharedService();
  const stats = readdirSync(assembly, { recursive: true, withFileTypes: true })
    // What threads have compiled comes with use.
    .filter((entry) => entry.isFile() && !entry.parentPath.includes('/compiled'))
    .map((entry) => statSync(join(entry.parentPath, entry.name)));
  const once = new Map(stats.map(({ ino, size }) => [ino, Math.ceil(size / BLOCK_BYTES) * BLOCK_BYTES]));
  const bytes = [...once.values()].reduce((sum, one) => sum + one, 0);
  expect(bytes).toBeGreaterThan(10_000_000);
  expect(bytes).toBeLessThan(DISK_MAX_BYTES);
});

/** What nobody but pages shows: Markdown, its parser and what makes HTML safe. */
const renderers = /node_modules\/(markdown-it|postcss|sanitize-html|htmlparser2)\//;

/** The SDK's clients, which are loaded when the first attempt of a call has failed, or to write a secret. */
const sdk = /node_modules\/(@smithy\/|@aws-sdk\/(client|core|lib)-?)/;

/** What the SDK has for other places than Lambda; a new version may have moved it (infra/constructs/bundle.ts). */
const unusedSdkParts =
  /\/(Sha256Js|getInstanceMetadataRegion|DefaultRateLimiter)\.js$|\/(credential-provider-node|lambda-invoke-store)\//;

/** Whoever makes events of the table's changes has at most this, with all that is loaded when needed, in bytes. */
const DISPATCHER_MAX_BYTES = 500_000;

test('webhook-dispatcher has no renderer, not even for later, and nothing of the SDK that Lambda does not need', async () => {
  const metafile = await metafileOf('webhook-dispatcher');
  expect(Object.keys(metafile.inputs).filter((path) => renderers.test(path))).toEqual([]);
  expect(Object.keys(metafile.inputs).filter((path) => unusedSdkParts.test(path))).toEqual([]);
  const code = Object.entries(metafile.outputs).filter(([path]) => path.endsWith('.mjs'));
  const bytes = code.reduce((sum, [, one]) => sum + one.bytes, 0);
  expect(bytes).toBeGreaterThan(100_000);
  expect(bytes).toBeLessThan(DISPATCHER_MAX_BYTES);
  expect(bytesAtImport(metafile)).toBeLessThan(IMPORT_MAX_BYTES);
});

test('projector loads at most 250 KB before it handles a record', async () => {
  expect(bytesAtImport(await metafileOf('projector'))).toBeLessThan(IMPORT_MAX_BYTES);
});

/** What makes JSON Schema of a schema, where MCP's file of them may be missing; a new zod may have moved it. */
const jsonSchema = /\/zod\/v4\/core\/to-json-schema\.js$/;

/** The files of a cold start: the entry, and what it shares with all that is loaded when needed. */
const IMPORT_MAX_FILES = 2;

/** Functions of the HTTP API, which somebody waits for. */
const publicFunctions = Object.keys(functionGroups);

test.each(publicFunctions)(
  '%s loads at most 250 KB in two files before it answers, and nothing of the SDK',
  async (name) => {
    const metafile = await metafileOf(name);
    const read = readAtImport(metafile);
    const bytes = bytesAtImport(metafile);
    expect(bytes).toBeGreaterThan(50_000);
    expect(bytes).toBeLessThan(IMPORT_MAX_BYTES);
    expect(read.length).toBeLessThanOrEqual(IMPORT_MAX_FILES);
    const inputs = read.flatMap((output) => Object.keys(output.inputs));
    expect(inputs.filter((path) => sdk.test(path))).toEqual([]);
    expect(inputs.some((path) => jsonSchema.test(path))).toBe(name === 'mcp');
    expect(read.flatMap(({ imports }) => imports).map(({ path }) => path)).not.toContain('node:http');
  },
);

/** Modules of Node.js that take milliseconds each, and that few requests need: those of looking up and calling others. */
const rarelyNeeded = ['node:util', 'node:dns', 'node:dns/promises', 'node:tls', 'node:net', 'node:http'];

test.each(publicFunctions)(
  '%s loads nothing of Node.js before it answers that few requests need',
  async (name) => {
    const read = readAtImport(await metafileOf(name));
    const imported = new Set(read.flatMap(({ imports }) => imports.map(({ path }) => path)));
    expect(imported).toContain('node:crypto');
    expect(rarelyNeeded.filter((module) => imported.has(module))).toEqual([]);
  },
);

/** The files that a first call of a tool or a first page reads; each costs as much as 10 KB of code. */
const TOOL_MAX_FILES = 29;
const PAGE_MAX_FILES = 7;

test.each(['sign-in', 'account'])('a first page of a person reads few files: %s', async (name) => {
  const { outputs } = await metafileOf('oauth');
  expect(filesOf(outputs, `${name}-pages`)).toBeLessThanOrEqual(PAGE_MAX_FILES);
});

test('the texts of a language are one file', async () => {
  const { outputs } = await metafileOf('portals');
  const own = Object.values(outputs).filter(({ inputs }) =>
    Object.keys(inputs).some((path) => path.includes('/pages/messages/de/')),
  );
  expect(own).toHaveLength(1);
});

test.each(['story', 'listing', 'planning', 'setup', 'history', 'notification'])(
  'a first call of a tool reads few files: %s-tools',
  async (name) => {
    const { outputs } = await metafileOf('mcp');
    const files = filesOf(outputs, `${name}-tools`);
    expect(files).toBeGreaterThan(3);
    expect(files).toBeLessThanOrEqual(TOOL_MAX_FILES);
  },
);

/** The number of files that are read for a module that is loaded when needed, with the function's own. */
function filesOf(outputs: Metafile['outputs'], module: string): number {
  const start = Object.keys(outputs).find((path) => new RegExp(`/${module}-\\w+\\.mjs$`).test(path))!;
  const read = new Set([start]);
  for (const path of read) {
    const { imports } = outputs[path]!;
    for (const { path: next, kind, external } of imports) {
      if (kind === 'import-statement' && external !== true) read.add(next);
    }
  }
  return read.size;
}
