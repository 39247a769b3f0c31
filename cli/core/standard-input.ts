import { readFileSync } from 'node:fs';

/** The argument for standard input in place of a file or a text. */
export const STANDARD_INPUT = '-';

const STDIN_DESCRIPTOR = 0;

/** Reads standard input to its end. */
export const readStandardInput = (): Buffer => readFileSync(STDIN_DESCRIPTOR);

/** An option parser for a text, or for standard input if it is a dash. */
export const asText = (text: string): string =>
  text === STANDARD_INPUT
    ? readStandardInput()
        .toString()
        .replace(/\r?\n$/, '')
    : text;
