import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileScript } from './compile-script.ts';
import { compileStyles } from './compile-styles.ts';

// In a bundle, the result replaces the call (infra/constructs/text-files.ts), so calls are written exactly as in these
// examples.

/** Reads a text file next to a module: `textFile('./icon.svg', import.meta.url)`. */
export const textFile = (path: string, moduleUrl: string): string =>
  readFileSync(new URL(path, moduleUrl), 'utf8');

/** Reads a file that is not text, such as a picture, in the same way. */
export const binaryFile = (path: string, moduleUrl: string): Buffer => readFileSync(new URL(path, moduleUrl));

/** Compiles a stylesheet with what it imports: `styleSheet('./styles/page.css', import.meta.url)`. */
export const styleSheet = (path: string, moduleUrl: string): string =>
  compileStyles(fileURLToPath(new URL(path, moduleUrl)));

/** Compiles a script with what it imports: `browserScript('./scripts/page.browser.ts', import.meta.url)`. */
export const browserScript = (path: string, moduleUrl: string): string =>
  compileScript(fileURLToPath(new URL(path, moduleUrl)));

/** Returns 16 hexadecimal digits that depend on a file, for its address: `fileHash('./icon.svg', import.meta.url)`. */
export function fileHash(path: string, moduleUrl: string): string {
  const read = path.endsWith('.css') ? styleSheet : path.endsWith('.ts') ? browserScript : binaryFile;
  return createHash('sha256').update(read(path, moduleUrl)).digest('hex').slice(0, 16);
}
