import { createHash } from 'node:crypto';

/** The sentence in bold that an entry of the changelog begins with, as Markdown; throws for one without. */
export function entryTitle(markdown: string): string {
  const [, title] = /^\*\*(.+?\.)\*\*/.exec(markdown) ?? [];
  if (title === undefined)
    throw new Error(`An entry of the changelog begins with a sentence in bold: ${markdown}`);
  return title;
}

/** The fragment of an entry, which stays when all but its title changes. */
export const entryFragment = (markdown: string): string =>
  `entry-${createHash('sha256').update(entryTitle(markdown)).digest('hex').slice(0, 10)}`;
