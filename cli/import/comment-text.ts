import { parseDate } from './dates.ts';
import type { RowComment } from './presets/preset.ts';

/** The service accepts 10,000 characters. */
const PART_MAX = 9_500;

/** What a comment becomes: its text under the name of its author and its time; a longer one in parts. */
export function commentTexts({ author, at, text }: RowComment): string[] {
  const clean = text
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\t\n])\p{Cc}/gu, '')
    .toWellFormed()
    .trim();
  if (clean === '') return [];
  const head = headOf(author, at);
  const parts: string[] = [];
  for (let start = 0; start < clean.length;) {
    const end = start + PART_MAX;
    // Not between the two halves of a character.
    const stop = /[\uD800-\uDBFF]/.test(clean[end - 1] ?? '') ? end - 1 : end;
    parts.push(clean.slice(start, stop));
    start = stop;
  }
  return parts.map((part, position) => {
    const number = parts.length > 1 ? ` (${position + 1} of ${parts.length})` : '';
    return head === undefined ? part : `**${head}**${number}\n\n${part}`;
  });
}

/** Such as `Ada Lovelace, 2026-01-12 02:16 UTC`; a time that cannot be read stays as it is. */
function headOf(author: string | undefined, at: string | undefined): string | undefined {
  const date = at === undefined ? undefined : parseDate(at);
  const time = date === undefined ? at : `${date.slice(0, 10)} ${date.slice(11, 16)} UTC`;
  const known = [author?.replace(/[*\n]/g, ' ').trim(), time].filter(Boolean);
  return known.length > 0 ? known.join(', ') : undefined;
}
