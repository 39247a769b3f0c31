import { readFileSync } from 'node:fs';

/**
 * Reads a text file next to a module, such as a stylesheet: `textFile('./portal.css', import.meta.url)`. In a bundle, the
 * text replaces the call (infra/constructs/text-files.ts), so the call is written exactly like this.
 */
export const textFile = (path: string, moduleUrl: string): string =>
  readFileSync(new URL(path, moduleUrl), 'utf8');

/** Reads a file that is not text, such as a picture, in the same way. */
export const binaryFile = (path: string, moduleUrl: string): Buffer => readFileSync(new URL(path, moduleUrl));
