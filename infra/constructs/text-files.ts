import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The module that declares `textFile`. */
const DECLARATION = /\/kernel\/html\/text-file\.ts$/;

/**
 * Returns the source of a module with the text of each file that it reads in place of the call of `textFile`. Throws for a
 * call whose file cannot be known.
 */
export function inlineTextFiles(source: string, path: string): string {
  if (DECLARATION.test(path)) return source;
  const inlined = source.replaceAll(/\btextFile\('\.\/([\w.-]+)', import\.meta\.url\)/g, (_, name: string) =>
    JSON.stringify(readFileSync(resolve(dirname(path), name), 'utf8')),
  );
  if (/\btextFile\(/.test(inlined)) {
    throw new Error(
      `${path}: name a file of the same folder, as in textFile('./name', import.meta.url), so that it can be bundled.`,
    );
  }
  return inlined;
}
