import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/** The module that declares `textFile`. */
const DECLARATION = /\/kernel\/html\/text-file\.ts$/;

const TEXT = /\btextFile\('\.\/([\w.-]+)', import\.meta\.url\)/g;
const BINARY = /\bbinaryFile\('\.\/([\w.-]+)', import\.meta\.url\)/g;

/**
 * Returns the source of a module with the text of each file that it reads in place of the call of `textFile` or `binaryFile`. Throws for a
 * call whose file cannot be known.
 */
export function inlineTextFiles(source: string, path: string): string {
  if (DECLARATION.test(path)) return source;
  const read = (name: string, encoding: 'utf8' | 'base64') =>
    JSON.stringify(readFileSync(resolve(dirname(path), name), encoding));
  const inlined = source
    .replaceAll(TEXT, (_, name: string) => read(name, 'utf8'))
    .replaceAll(BINARY, (_, name: string) => `Buffer.from(${read(name, 'base64')}, 'base64')`);
  if (/\b(?:text|binary)File\(/.test(inlined)) {
    throw new Error(
      `${path}: name a file of the same folder, as in textFile('./name', import.meta.url), so that it can be bundled.`,
    );
  }
  return inlined;
}
