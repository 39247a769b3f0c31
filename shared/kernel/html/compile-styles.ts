import { createRequire } from 'node:module';

/**
 * Returns a stylesheet with the files that it imports, minified. The library is loaded by the first call, since bundled
 * functions have the result only.
 */
export function compileStyles(path: string): string {
  const { bundle } = createRequire(import.meta.url)('lightningcss') as typeof import('lightningcss');
  return bundle({ filename: path, minify: true }).code.toString();
}
