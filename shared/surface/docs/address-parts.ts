import { BASE_URL } from './base-url.ts';

/** What fits a line with its indentation, its quotes and the braces of variables. */
const PART_MAX_CHARACTERS = 44;

/** About what the service's own URL has, which is longer than what stands for it. */
const BASE_URL_CHARACTERS = 24;

/** The URL of a path below the base URL, in parts that each fit a line of an example. */
export function addressParts(path: string): string[] {
  const parts = [BASE_URL];
  let length = BASE_URL_CHARACTERS;
  for (const piece of path.split(/(?=[/?&])/)) {
    const isFull = length + piece.length > PART_MAX_CHARACTERS;
    if (isFull) parts.push('');
    parts[parts.length - 1] += piece;
    length = (isFull ? 0 : length) + piece.length;
  }
  return parts;
}
