import { styleText } from 'node:util';

/** A style that Plotline itself gives a text, such as green. */
export type Style = Parameters<typeof styleText>[0];

/** Control characters except line breaks; without its first one, an escape is plain text. */
const CONTROL = /(?!\n)\p{Cc}/gu;
/** Characters that reorder or hide text: bidirectional controls, zero-width characters, separators and tags. */
const INVISIBLE =
  /[\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]|[\u{e0000}-\u{e0fff}]/gu;
/** Matches unsafe sequences in the final output: like CONTROL, except the colors that this command line adds. */
const UNSAFE = /\u001b(?!\[(?:[12]|22|3[1-79])m)|(?!\n|\r\n|\u001b)\p{Cc}/gu;

/**
 * Removes from a text of unknown origin what a terminal would execute, reorder or hide. Colors are added afterwards, so
 * none remain.
 */
export const printable = (text: string): string =>
  text.replaceAll('\r\n', '\n').replace(CONTROL, ' ').replace(INVISIBLE, '');

/** JSON on several lines, with the same characters escaped. */
export const toJsonText = (value: unknown): string =>
  JSON.stringify(value, null, 2)
    .replace(/(?!\n)\p{Cc}/gu, escaped)
    .replace(INVISIBLE, escaped);

const escaped = (character: string): string =>
  character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('');

/** Applies a style, if the stream is a terminal that shows it, to a text of unknown origin. */
export const styled = (style: Style, text: string, stream: NodeJS.WriteStream = process.stdout): string =>
  styleText(style, printable(text), { stream });

/** Writes to standard output; this file is the only place where the command line writes. */
export const writeOutput = (text: string): void => void process.stdout.write(safe(text));

/** Writes to standard error: progress, questions and failures, in which no token is shown again. */
export const writeError = (text: string): void =>
  void process.stderr.write(safe(text.replace(/(plt_(?:pat|svc)_)[\w-]{8,}/g, '$1…')));

/** Moves to the top of the terminal and clears what is below (ECMA-48). */
export const clearScreen = (): void => void process.stdout.write('\u001b[H\u001b[J');

const safe = (text: string): string => text.replace(UNSAFE, ' ').replace(INVISIBLE, '');
