import { build } from 'esbuild';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bundleOptions } from '../../infra/constructs/bundle.ts';
import { readAtImport } from '../support/read-at-import.ts';
import { probe } from './bundles.ts';
import { median } from './statistics.ts';

/** A part of what a function reads when it is imported. */
export interface ImportPart {
  name: string;
  /** Bytes of its code in the bundle; null for modules of Node.js. */
  bytes: number | null;
  /** Milliseconds that a fresh process takes to import it, less those of an empty module; null where it is not apart. */
  ms: number | null;
}

/** Of which package a source file is, or that it is our own. */
const packageOf = (path: string): string =>
  /.*node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? 'our own code';

/**
 * What the import of a function costs by part: modules of Node.js, each alone and all together, then the packages
 * in its bundle and our own code, the largest first, then all of it. `scratch` is a folder to write to.
 */
export async function measureParts(
  name: string,
  scratch: string,
  runs: number,
  onRun: () => void,
): Promise<ImportPart[]> {
  const folder = join(scratch, 'parts');
  const { metafile } = await build({ ...bundleOptions(name), outdir: folder });
  const read = readAtImport(metafile);
  const builtIn = [
    ...new Set(
      read.flatMap(({ imports }) => imports.filter(({ external }) => external).map(({ path }) => path)),
    ),
  ];
  const files = new Map<string, string>([['nothing', write(folder, 'nothing', [])]]);
  for (const module of builtIn) files.set(module, write(folder, module.replaceAll(/\W/g, '-'), [module]));
  files.set('together', write(folder, 'together', builtIn));
  files.set('all', join(folder, 'index.mjs'));
  const times = new Map<string, number[]>([...files.keys()].map((part) => [part, []]));
  for (let run = 0; run < runs; run++) {
    for (const [part, file] of files) times.get(part)!.push((await probe(file)).ms);
    onRun();
  }
  const msOf = (part: string) => Math.max(0, median(times.get(part)!) - median(times.get('nothing')!));

  const bytesByPackage = new Map<string, number>();
  for (const [path, { bytesInOutput }] of read.flatMap(({ inputs }) => Object.entries(inputs))) {
    const owner = packageOf(path);
    bytesByPackage.set(owner, (bytesByPackage.get(owner) ?? 0) + bytesInOutput);
  }
  return [
    ...builtIn
      .map((module): ImportPart => ({ name: module, bytes: null, ms: msOf(module) }))
      .sort((one, other) => other.ms! - one.ms!),
    { name: 'these modules of Node.js together', bytes: null, ms: msOf('together') },
    ...[...bytesByPackage]
      .map(([owner, bytes]): ImportPart => ({ name: owner, bytes, ms: null }))
      .sort((one, other) => other.bytes! - one.bytes!),
    {
      name: `${name}, all of it`,
      bytes: read.reduce((sum, { bytes }) => sum + bytes, 0),
      ms: msOf('all'),
    },
  ];
}

function write(folder: string, name: string, modules: readonly string[]): string {
  const file = join(folder, `${name}.part.mjs`);
  writeFileSync(file, modules.map((module) => `import ${JSON.stringify(module)};\n`).join(''));
  return file;
}
