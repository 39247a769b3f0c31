import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';

/** The scripts of a folder by the names of their files; all are compiled at once, which costs a process. */
const compiled = new Map<string, ReadonlyMap<string, string>>();

/**
 * Returns a browser script with what it imports, minified. The library is loaded by the first call, since bundled functions
 * have the result only.
 */
export function compileScript(path: string): string {
  const folder = dirname(path);
  const known = compiled.get(folder) ?? compileFolder(folder);
  compiled.set(folder, known);
  const script = known.get(basename(path));
  if (script === undefined) throw new Error(`${path}: browser scripts are called <name>.browser.ts.`);
  return script;
}

function compileFolder(folder: string): ReadonlyMap<string, string> {
  const names = readdirSync(folder).filter((name) => name.endsWith('.browser.ts'));
  const { buildSync } = createRequire(import.meta.url)('esbuild') as typeof import('esbuild');
  const { outputFiles } = buildSync({
    entryPoints: names.map((name) => join(folder, name)),
    outdir: folder,
    write: false,
    bundle: true,
    minify: true,
    format: 'iife',
    platform: 'browser',
    target: 'es2023',
    charset: 'utf8',
    logLevel: 'silent',
  });
  return new Map(outputFiles.map(({ path, text }) => [basename(path).replace(/\.js$/, '.ts'), text]));
}
