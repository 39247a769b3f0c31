import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { compileStyles } from './compile-styles.ts';

// In a bundle, the contents of the file replace the call (infra/constructs/text-files.ts), so calls are written exactly
// as in these examples.

/** Reads a text file next to a module: `textFile('./docs.browser.js', import.meta.url)`. */
export const textFile = (path: string, moduleUrl: string): string =>
  readFileSync(new URL(path, moduleUrl), 'utf8');

/** Reads a file that is not text, such as a picture, in the same way. */
export const binaryFile = (path: string, moduleUrl: string): Buffer => readFileSync(new URL(path, moduleUrl));

/** Compiles a stylesheet with what it imports: `styleSheet('./styles/portal.css', import.meta.url)`. */
export const styleSheet = (path: string, moduleUrl: string): string =>
  compileStyles(fileURLToPath(new URL(path, moduleUrl)));
