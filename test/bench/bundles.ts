import { execFile } from 'node:child_process';
import { build } from 'esbuild';
import { readdirSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { bundleOptions } from '../../infra/constructs/bundle.ts';
import { readFunctions } from '../../infra/local/lambda/functions.ts';
import { createResolver } from '../../infra/local/template/intrinsics.ts';
import { resourceValues } from '../../infra/local/template/resources.ts';
import { loadAssembly } from '../../infra/local/template/template.ts';
import { median } from './statistics.ts';

export interface Bundle {
  name: string;
  /** Bytes of all code, and of the part that importing the handler reads; the rest is loaded when needed. */
  bytes: number;
  bytesAtImport: number;
  /** Milliseconds that the import takes in a fresh process, and that of a handler that only loads the SDK's client. */
  importMs: number;
  bareMs: number;
}

/** What one run of import-probe.ts prints. */
export interface Probe {
  ms: number;
  /** Paths of the files that were read, where they were asked for; that takes time of its own. */
  files: string[];
}

/** Measures the functions of an assembly as they are packed for Lambda; `scratch` is a folder to write to. */
export async function measureBundles(
  assembly: string,
  scratch: string,
  runs: number,
  onRun: () => void,
): Promise<Bundle[]> {
  const template = loadAssembly(assembly);
  const functions = readFunctions(
    template,
    createResolver(template, resourceValues({ baseUrl: '', queueUrl: () => '' })),
  );
  const bareFolder = join(scratch, 'bare');
  const bare = await bundleBareHandler(bareFolder);
  const bundles: Bundle[] = [];
  for (const { name, modulePath } of functions) {
    const { files } = await probe(modulePath, 'files');
    const times: { imported: number[]; bare: number[] } = { imported: [], bare: [] };
    for (let run = 0; run < runs; run++) {
      times.imported.push((await probe(modulePath)).ms);
      times.bare.push((await probe(bare)).ms);
      onRun();
    }
    bundles.push({
      name: name.replace(/Function$/, '').toLowerCase(),
      bytes: total(codeIn(dirname(modulePath))),
      bytesAtImport: total(files),
      importMs: median(times.imported),
      bareMs: median(times.bare),
    });
  }
  rmSync(bareFolder, { recursive: true });
  return bundles;
}

/** Bundles the handler that the functions are compared with as they are; returns its path. */
export async function bundleBareHandler(folder: string): Promise<string> {
  const entryPoints = { index: fileURLToPath(new URL('./bare-handler.ts', import.meta.url)) };
  await build({ ...bundleOptions('public'), entryPoints, outdir: folder });
  return join(folder, 'index.mjs');
}

/** Imports a file in a fresh process. */
export async function probe(file: string, ...wanted: 'files'[]): Promise<Probe> {
  const program = fileURLToPath(new URL('./import-probe.ts', import.meta.url));
  const { stdout } = await promisify(execFile)(process.execPath, [program, file, ...wanted]);
  return JSON.parse(stdout) as Probe;
}

const codeIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith('.mjs'))
    .map((name) => join(folder, name));

const total = (files: readonly string[]): number =>
  files.reduce((bytes, file) => bytes + statSync(file).size, 0);
