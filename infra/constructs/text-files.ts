import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { compileStyles } from '../../shared/kernel/html/compile-styles.ts';

/** The module that declares `textFile`. */
const DECLARATION = /\/kernel\/html\/text-file\.ts$/;

const CALL = /\b(text|binary|style)(?:File|Sheet)\('\.\/((?:[\w-]+\/)*[\w.-]+)', import\.meta\.url\)/g;

const contents: Record<string, (path: string) => string> = {
  text: (path) => JSON.stringify(readFileSync(path, 'utf8')),
  binary: (path) => `Buffer.from(${JSON.stringify(readFileSync(path, 'base64'))}, 'base64')`,
  style: (path) => JSON.stringify(compileStyles(path)),
};

/**
 * Returns the source of a module with the contents of each file that it reads in place of the call of `textFile`,
 * `binaryFile` or `styleSheet`. The module that declares them becomes empty. Throws for a call whose file cannot be known.
 */
export function inlineTextFiles(source: string, path: string): string {
  if (DECLARATION.test(path)) return 'export let textFile, binaryFile, styleSheet;';
  const inlined = source.replaceAll(CALL, (_, kind: string, name: string) =>
    contents[kind]!(resolve(dirname(path), name)),
  );
  if (/\b(?:textFile|binaryFile|styleSheet)\(/.test(inlined)) {
    throw new Error(
      `${path}: name a file in the module's folder, as in textFile('./name', import.meta.url), so that it can be bundled.`,
    );
  }
  return inlined;
}
