import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { compileScript } from '../../shared/kernel/html/compile-script.ts';
import { compileStyles } from '../../shared/kernel/html/compile-styles.ts';
import { fileHash } from '../../shared/kernel/html/text-file.ts';

/** The module that declares `textFile`. */
const DECLARATION = /\/kernel\/html\/text-file\.ts$/;

const CALL =
  /\b(textFile|binaryFile|styleSheet|browserScript|fileHash)\('(\.\/(?:[\w-]+\/)*[\w.-]+)', import\.meta\.url\)/g;

const contents: Record<string, (path: string) => string> = {
  textFile: (path) => JSON.stringify(readFileSync(path, 'utf8')),
  binaryFile: (path) => `Buffer.from(${JSON.stringify(readFileSync(path, 'base64'))}, 'base64')`,
  styleSheet: (path) => JSON.stringify(compileStyles(path)),
  browserScript: (path) => JSON.stringify(compileScript(path)),
  fileHash: (path) => JSON.stringify(fileHash(path, pathToFileURL(path).href)),
};

/**
 * Returns the source of a module with the contents of each file that it reads in place of the call of `textFile`,
 * `binaryFile`, `styleSheet` or `browserScript`, and its hash in place of that of `fileHash`. The module that declares them becomes empty.
 * Throws for a call whose file cannot be known.
 */
export function inlineTextFiles(source: string, path: string): string {
  if (DECLARATION.test(path)) return 'export let textFile, binaryFile, styleSheet, browserScript, fileHash;';
  const inlined = source.replaceAll(CALL, (_, kind: string, name: string) =>
    contents[kind]!(resolve(dirname(path), name)),
  );
  if (/\b(?:textFile|binaryFile|styleSheet|browserScript|fileHash)\(/.test(inlined)) {
    throw new Error(
      `${path}: name a file in the module's folder, as in textFile('./name', import.meta.url), so that it can be bundled.`,
    );
  }
  return inlined;
}
