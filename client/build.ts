/**
 * Builds the package into a folder, `client/dist` unless another is named: types, and one module of JavaScript. npm runs it
 * before it packs the client, and each bundling for the file that services serve.
 */
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { generatedFolder } from './generated-folder.ts';
import { writeGenerated } from './generated-sources.ts';

const here = fileURLToPath(new URL('./', import.meta.url));
const folder = resolve(process.argv[2] ?? join(here, 'dist'));
const staging = realpathSync(mkdtempSync(join(tmpdir(), 'plotline-client-build-')));

try {
  cpSync(join(here, 'src'), join(staging, 'src'), {
    recursive: true,
    filter: (file) => resolve(file) !== generatedFolder,
  });
  await writeGenerated(join(staging, 'src/generated'));
  for (const name of ['package.json', 'tsconfig.json']) copyFileSync(join(here, name), join(staging, name));
  // What it finds goes to the errors' stream, where who packs looks for it.
  execFileSync(process.execPath, [join(here, '../node_modules/typescript/bin/tsc'), '-p', staging], {
    stdio: ['ignore', 2, 2],
  });
  await build({
    // Paths in comments do not depend on where this runs.
    absWorkingDir: staging,
    entryPoints: ['src/index.ts'],
    outfile: 'dist/index.js',
    bundle: true,
    format: 'esm',
    platform: 'neutral',
    target: 'es2022',
    logLevel: 'warning',
  });
  for (const name of readdirSync(join(staging, 'dist/generated')))
    indentByTab(join(staging, 'dist/generated', name));
  rmSync(folder, { recursive: true, force: true });
  cpSync(join(staging, 'dist'), folder, { recursive: true });
  // npm packs the license of the folder that it packs.
  if (!process.argv[2]) copyFileSync(join(here, '../LICENSE'), join(here, 'LICENSE'));
} finally {
  rmSync(staging, { recursive: true, force: true });
}

/** A sixth of the types is the blanks that the compiler indents by. */
function indentByTab(file: string): void {
  const text = readFileSync(file, 'utf8');
  writeFileSync(
    file,
    text.replaceAll(/^(?: {4})+/gm, (blanks) => '\t'.repeat(blanks.length / 4)),
  );
}
