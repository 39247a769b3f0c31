import { legible } from '../../core/legible.ts';
import { cut } from './tool-text-words.ts';

/** A text in lines of its own; one that is cut says how to get the rest, since who changes it must know all of it. */
export const quotedLines = (text: string, most: number, rest: string | undefined): string =>
  cut(text, most, rest === undefined ? '' : `; ${rest}`)
    .split(/\r\n|[\n\r\v\f\u0085\u2028\u2029]/)
    .map((line) => `> ${legible(line)}`)
    .join('\n');
