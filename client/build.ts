/** Makes the package: types, one module of JavaScript, and what npm shows. `npm run client` packs it. */
import { build } from 'esbuild';
import { execFileSync } from 'node:child_process';
import { copyFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const here = new URL('./', import.meta.url);
const pathOf = (name: string): string => fileURLToPath(new URL(name, here));

rmSync(pathOf('dist'), { recursive: true, force: true });
await import('./generate.ts');
execFileSync(
  process.execPath,
  [pathOf('../node_modules/typescript/bin/tsc'), '-p', pathOf('tsconfig.json')],
  {
    stdio: 'inherit',
  },
);
await build({
  entryPoints: [pathOf('src/index.ts')],
  outfile: pathOf('dist/index.js'),
  bundle: true,
  format: 'esm',
  platform: 'neutral',
  target: 'es2022',
  logLevel: 'warning',
});
copyFileSync(pathOf('../LICENSE'), pathOf('LICENSE'));
