import { build, type BuildOptions, type Metafile, type Plugin } from 'esbuild';
import { existsSync, readFileSync } from 'node:fs';
import { copyFile, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { basename, dirname, parse } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import pLimit from 'p-limit';
import { sdkStandIns } from '../../shared/kernel/aws/sdk-stand-ins.ts';
import { methodsByPath } from '../../shared/kernel/api/http/methods.ts';
import { asyncApiDocument } from '../../shared/kernel/api/openapi/async-api.ts';
import { openApiDocument } from '../../shared/kernel/api/openapi/document.ts';
import { installedPath, packagedFiles, type PackagedFile } from '../../shared/kernel/pixels/packaged-file.ts';
import { tagDocuments } from '../../shared/kernel/api/openapi/tag-documents.ts';
import { workers } from '../../shared/surface/workers/workers.ts';
import { allOperations, functionGroups, webRegistry } from '../../shared/surface/registry.ts';
import { namedEnums } from '../../shared/surface/named-enums.ts';
import { describedEvents } from '../../shared/projections/events/event-descriptions.ts';
import { parseApiDocument } from '../../shared/surface/docs/api-document.ts';
import { changelogAtom, changelogJson } from '../../shared/surface/docs/changelog-feed.ts';
import { exampleOf } from '../../shared/surface/docs/example.ts';
import { markdownPages } from '../../shared/surface/docs/page-markdown.ts';
import { guideSlugs } from '../../shared/surface/docs/guide-groups.ts';
import { renderReference } from '../../shared/surface/docs/reference.ts';
import { docsSitemap } from '../../shared/surface/docs/docs-sitemap.ts';
import { picturesFolder } from '../../shared/surface/docs/guide-picture.ts';
import type { DocsPage } from '../../shared/surface/docs/docs-page.ts';
import { docsIndex } from '../../shared/surface/docs/search-index.ts';
import { withExamples } from '../../shared/surface/docs/with-examples.ts';
import { withOperationExamples } from '../../shared/surface/docs/with-operation-examples.ts';
import { withNotes } from '../../shared/surface/docs/with-notes.ts';
import { readWorkflows } from '../../shared/surface/docs/workflow-document.ts';
import { CLIENT_FILE } from '../../shared/surface/docs/client-file.ts';
import { EVENTS_FILE } from '../../shared/surface/system/events-file.ts';
import { WORKFLOWS_FILE } from '../../shared/surface/system/workflows-file.ts';
import { describedTools, TOOLS_FILE } from '../../shared/surface/mcp/stored-tools.ts';
import { tools } from '../../shared/surface/mcp/tools.ts';
import { TAG_DOCUMENTS } from '../../shared/surface/system/openapi-file.ts';
import { withLock } from '../local/runner/lock.ts';
import { bundleInputs, notInputs } from './bundle-inputs.ts';
import { PROGRESS_VARIABLE } from './bundle-progress.ts';
import { distFolder } from './dist-folder.ts';
import { hashFiles } from './hash-files.ts';
import { packClient } from './pack-client.ts';
import { grantedKeys } from './reached-keys.ts';
import { linkEqualFiles } from './link-equal-files.ts';
import { sharedChunks } from './shared-chunks.ts';
import { inlineTextFiles } from './text-files.ts';

const root = new URL('../../', import.meta.url);
const output = pathToFileURL(`${distFolder(fileURLToPath(root))}/functions/`);

/** Functions of the HTTP API; one may serve operations and web routes. */
const apiFunctionNames = Object.keys(functionGroups);

/** Functions of the table's stream, queues and schedules. */
const eventFunctionNames = Object.keys(workers);

export const functionNames = [...apiFunctionNames, ...eventFunctionNames];

/** The folder of a function's code: `index.mjs`, its chunks and data files. */
export const functionFolder = (name: string): string => fileURLToPath(new URL(`${name}/`, output));

const keysFile = new URL('keys.json', output);

/** The partition keys that a bundled function may use (reached-keys.ts). */
export const bundledKeys = (name: string): string[] =>
  (JSON.parse(readFileSync(keysFile, 'utf8')) as Record<string, string[]>)[name]!;

/** All at once take as long, and 2.7 GB of memory instead of 0.4. */
const atOnce = pLimit(availableParallelism());

interface Bundles {
  /** Of what they were made from. */
  hash: string;
  /** Whether there are source maps, which only deployments need: two thirds of the bytes. */
  hasMaps: boolean;
  /** By the functions' names. */
  metafiles: Record<string, Metafile>;
}

/** Next to the functions' folders: the inputs that they were bundled from. Missing while they are being bundled. */
const record = new URL('bundles.json', output);
const lock = new URL('lock', output);

interface Bundling {
  /** Whether to make source maps. */
  maps?: boolean;
  /** Called after each function. */
  report?: (done: number, of: number) => void;
}

/**
 * Bundles all functions with source maps, unless their folders are of the same inputs already, and returns each one's
 * esbuild metafile. One process at a time does so.
 */
export async function bundleFunctions({ maps = true, report = reportToRunner }: Bundling = {}): Promise<
  Record<string, Metafile>
> {
  await mkdir(output, { recursive: true });
  return withLock(
    fileURLToPath(lock),
    async () => (await currentBundles(maps)) ?? makeBundles({ maps, report }),
  );
}

function reportToRunner(done: number, of: number): void {
  if (process.env[PROGRESS_VARIABLE]) process.stdout.write(`${PROGRESS_VARIABLE} ${done} ${of}\n`);
}

async function makeBundles({ maps, report }: Required<Bundling>): Promise<Record<string, Metafile>> {
  const hash = hashInputs();
  await rm(record, { force: true });
  let done = 0;
  const packed = fileURLToPath(new URL(CLIENT_FILE, output));
  const [bundles] = await Promise.all([
    Promise.all(
      functionNames.map(async (name) => {
        const metafile = await atOnce(() => bundleFunction(name, maps));
        report(++done, functionNames.length);
        return [name, metafile] as const;
      }),
    ),
    atOnce(() => packClient(packed)),
  ]);
  await writeDescriptions(functionFolder('public'));
  await rename(packed, `${functionFolder('public')}${CLIENT_FILE}`);
  await Promise.all(apiFunctionNames.map((name) => writeRoutes(functionFolder(name))));
  await writeFile(`${functionFolder('mcp')}${TOOLS_FILE}`, JSON.stringify(describedTools(tools)));
  // Most functions have chunks in common.
  linkEqualFiles(functionNames.map(functionFolder));
  const metafiles = Object.fromEntries(bundles);
  const keys = bundles.map(([name, metafile]) => [name, grantedKeys(name, metafile)]);
  await writeFile(keysFile, JSON.stringify(Object.fromEntries(keys)));
  await writeFile(record, JSON.stringify({ hash, hasMaps: maps, metafiles } satisfies Bundles));
  return metafiles;
}

/** The metafiles of the functions' folders; undefined if their inputs have changed since, or there are none. */
export async function currentBundles(maps = false): Promise<Record<string, Metafile> | undefined> {
  if (!existsSync(record)) return undefined;
  const { hash, hasMaps, metafiles } = JSON.parse(await readFile(record, 'utf8')) as Bundles;
  return hash === hashInputs() && (hasMaps || !maps) ? metafiles : undefined;
}

const hashInputs = (): string => hashFiles(fileURLToPath(root), bundleInputs, notInputs);

/** Writes generated data files next to the functions that read them. */
export async function writeDescriptions(folder: string): Promise<void> {
  const operations = allOperations;
  const routes = Object.values(webRegistry).flat();
  const document = withNotes(openApiDocument({ operations, routes, events: describedEvents, namedEnums }));
  const described = withOperationExamples(withExamples(document));
  await writeFile(`${folder}openapi.json`, JSON.stringify(described));
  await mkdir(`${folder}${TAG_DOCUMENTS}`);
  const parts = tagDocuments(described);
  for (const [name, part] of parts)
    await writeFile(`${folder}${TAG_DOCUMENTS}/${name}`, JSON.stringify(part));
  await writeFile(`${folder}${TAG_DOCUMENTS}/index.json`, JSON.stringify([...parts.keys()]));
  const { schemas } = parseApiDocument(document).components;
  const events = asyncApiDocument(described, (schema) => exampleOf(schema, schemas, 'answer'));
  await writeFile(`${folder}${EVENTS_FILE}`, JSON.stringify(events));
  await writeFile(`${folder}${WORKFLOWS_FILE}`, JSON.stringify(readWorkflows()));
  const pages = renderReference({ document, operations, tools });
  for (const name of new Set(pages.map((page) => dirname(page.name))))
    await mkdir(`${folder}docs/${name}`, { recursive: true });
  for (const { name, text } of pages) await writeFile(`${folder}docs/${name}.html`, text);
  await copyPictures(pages, `${folder}docs/images/`);
  await writeFile(`${folder}docs/sitemap.xml`, docsSitemap(pages));
  const texts = markdownPages(pages, guideSlugs);
  for (const [name, text] of texts) await writeFile(`${folder}docs/${name}.md`, text);
  await writeFile(`${folder}docs/changelog.json`, changelogJson(pages));
  await writeFile(`${folder}docs/changelog.xml`, changelogAtom(pages));
  await writeFile(`${folder}docs/index.json`, JSON.stringify(docsIndex(pages)));
}

/** Copies the pictures that pages of the documentation show. */
async function copyPictures(pages: readonly DocsPage[], folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const shown = pages.flatMap(({ text }) => [...text.matchAll(/"\/docs\/images\/([^"]+)"/g)]);
  for (const file of new Set(shown.map(([, file]) => file!)))
    await copyFile(new URL(file, picturesFolder), `${folder}${file}`);
}

/** Writes the methods of every path next to a function, for its answers to unknown addresses. */
async function writeRoutes(folder: string): Promise<void> {
  const routes = [...allOperations, ...Object.values(webRegistry).flat()];
  await writeFile(`${folder}routes.json`, JSON.stringify(methodsByPath(routes)));
}

async function bundleFunction(name: string, maps: boolean): Promise<Metafile> {
  const outdir = functionFolder(name);
  await rm(outdir, { recursive: true, force: true });
  await mkdir(outdir, { recursive: true });
  const options = { ...bundleOptions(name), ...(!maps && { sourcemap: false }) };
  const { metafile } = await build({ ...options, outdir });
  if (name === 'images') await Promise.all(packagedFiles.map((file) => copyPackaged(file, outdir)));
  const thread = threads.get(name);
  if (thread) await build({ ...options, entryPoints: thread, plugins: [], outdir });
  const imports = Object.values(metafile.outputs).flatMap((made) => made.imports.map(({ path }) => path));
  if (imports.includes(BUCKET_MODULE)) {
    const entryPoints = {
      [parse(BUCKET_MODULE).name]: fileURLToPath(new URL('shared/kernel/core/bucket.ts', root)),
    };
    await build({ ...options, entryPoints, outdir });
  }
  return metafile;
}

/** The threads that parse mails and calendars are started by their paths, and share nothing with their functions. */
const threads: ReadonlyMap<string, Record<string, string>> = new Map([
  ['inbound-mail', threadOf('shared/identity/inbound-mail/parse-thread.ts')],
  ['job-worker', threadOf('shared/planning/scheduling/busy-feeds/calendar-thread.ts')],
]);

function threadOf(path: string): Record<string, string> {
  return { [parse(path).name]: fileURLToPath(new URL(path, root)) };
}

/** Puts a file of a package next to the code that reads it. */
const copyPackaged = (file: PackagedFile, folder: string): Promise<void> =>
  copyFile(installedPath(file), `${folder}${basename(file)}`);

const BUCKET_MODULE = './bucket.mjs';

/**
 * Bundles the S3 client separately where it is imported on demand: a chunk shared by two clients would contain
 * everything that either uses, and be loaded at startup.
 */
const separateChunk: Plugin = {
  name: 'separate-chunk',
  setup: (building) => {
    building.onResolve({ filter: /\/core\/bucket\.ts$/ }, ({ kind }) =>
      kind === 'dynamic-import' ? { path: BUCKET_MODULE, external: true } : undefined,
    );
  },
};

const TEXT = String.raw`(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*")`;
const DESCRIPTION = String.raw`\bdescription:\s*${TEXT},?`;

/** What only the documents that are made with the bundles have: descriptions of schemas, operations and their tools. */
const described = {
  schemaAlone: new RegExp(String.raw`\.meta\(\{\s*${DESCRIPTION}\s*\}\)`, 'g'),
  schema: new RegExp(String.raw`(?<=\.meta\(\{[^{}]*)${DESCRIPTION}(?=[^{}]*\}\))`, 'g'),
  operation: new RegExp(String.raw`(?<=\bsummary:\s*${TEXT},\s*)${DESCRIPTION}`, 'g'),
  tool: new RegExp(String.raw`(?<=\btitle:\s*${TEXT},\s*)${DESCRIPTION}(?=\s*annotations:)`, 'g'),
};

/** As many lines as a text has, so that those below keep their numbers. */
const blankLines = (text: string): string => text.replaceAll(/[^\n]+/g, '');

/**
 * Puts stylesheets and browser scripts into the modules that read them, leaves out descriptions, which only MCP shows, and
 * marks what declares schemas, which are made on first use, as free of side effects, so that esbuild leaves out those that
 * a function does not use.
 */
const sourcesPrepared = (removed: readonly RegExp[]): Plugin => ({
  name: 'sources-prepared',
  setup: (building) => {
    building.onLoad({ filter: /\/shared\/.*\.ts$/, namespace: 'file' }, async ({ path }) => ({
      loader: 'ts',
      contents: removed
        .reduce(
          (text, pattern) => text.replaceAll(pattern, blankLines),
          inlineTextFiles(await readFile(path, 'utf8'), path),
        )
        .replaceAll(/^(?:export )?const \w+ = (?=(?:memoize|definePatch)\()/gm, '$&/* @__PURE__ */ '),
    }));
  },
});

/**
 * Leaves out of zod what makes JSON Schema of a schema, 16 KB that each function would parse before it answers: the
 * documents are made with the bundles, and only MCP can do without the file of its tools' schemas.
 */
const withoutJsonSchema: Plugin = {
  name: 'without-json-schema',
  setup: (building) => {
    building.onLoad({ filter: /\/zod\/v4\/classic\/schemas\.js$/ }, async ({ path }) => ({
      contents: (await readFile(path, 'utf8'))
        .replaceAll(/inst\._zod\.processJSONSchema = .*;/g, '')
        .replaceAll(/create(Standard|To)JSONSchemaMethod\(this, .*?\)/g, 'undefined'),
    }));
  },
};

/** How esbuild makes a function's code: `index.mjs`, and a chunk for each part that is loaded when needed. */
export function bundleOptions(name: string) {
  return {
    entryPoints: { index: fileURLToPath(new URL(`functions/${name}.ts`, root)) },
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    mainFields: ['module', 'main'],
    // CommonJS libraries call require for Node's built-in modules, which ES modules lack.
    banner: {
      js: "import{createRequire as makeRequire}from'node:module';const require=makeRequire(import.meta.url);",
    },
    minify: true,
    // Escaped, a letter of Arabic or Japanese takes six bytes.
    charset: 'utf8',
    plugins: [
      sharedChunks,
      separateChunk,
      sdkStandIns,
      sourcesPrepared(name === 'mcp' ? [described.schemaAlone] : Object.values(described)),
      ...(name === 'mcp' ? [] : [withoutJsonSchema]),
    ],
    sourcemap: 'external',
    metafile: true,
    logLevel: 'warning',
  } satisfies BuildOptions;
}
