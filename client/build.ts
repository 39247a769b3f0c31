/**
 * Builds the package into a folder, `dist` unless another is named: types, and one module of JavaScript. `npm run client`
 * packs it. The repository has `dist`, because services pack it where the packages that build it are not installed.
 */
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = new URL('./', import.meta.url);
const pathOf = (name: string): string => fileURLToPath(new URL(name, here));
const folder = process.argv[2] ?? pathOf('dist');

rmSync(folder, { recursive: true, force: true });
await import('./generate.ts');
execFileSync(
  process.execPath,
  [pathOf('../node_modules/typescript/bin/tsc'), '-p', pathOf('tsconfig.json'), '--outDir', folder],
  { stdio: 'inherit' },
);
await build({
  // Paths in comments do not depend on where this runs.
  absWorkingDir: pathOf('.'),
  entryPoints: ['src/index.ts'],
  outfile: join(folder, 'index.js'),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'warning',
});
copyFileSync(pathOf('../LICENSE'), pathOf('LICENSE'));
