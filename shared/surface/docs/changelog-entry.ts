import { createHash } from 'node:crypto';

/** What an entry of the changelog asks of its reader, as the word in front of its title, and the class of its badge. */
export const changelogMarks = {
  New: 'new',
  Changed: 'changed',
  Removed: 'removed',
  'Action needed': 'action',
} as const;

export type ChangelogMark = keyof typeof changelogMarks;

const ENTRY = new RegExp(String.raw`^(${Object.keys(changelogMarks).join('|')}): (\*\*(.+?\.)\*\*.*)$`, 's');

/** An entry of the changelog: `New: **What there is.** How it is used.` */
interface ParsedEntry {
  mark: ChangelogMark;
  /** The sentence in bold, as Markdown. */
  title: string;
  /** The Markdown behind the mark. */
  text: string;
}

/** Parses the Markdown of an entry; throws without a mark, or without a sentence in bold. */
export function parseEntry(markdown: string): ParsedEntry {
  const [, mark, text, title] = ENTRY.exec(markdown) ?? [];
  if (mark === undefined || text === undefined || title === undefined) {
    const marks = Object.keys(changelogMarks).join(', ');
    throw new Error(`An entry of the changelog begins with ${marks} and a sentence in bold: ${markdown}`);
  }
  return { mark: mark as ChangelogMark, title, text };
}

/** The fragment of an entry, which stays when all but its title changes. */
export const entryFragment = (markdown: string): string =>
  `entry-${createHash('sha256').update(parseEntry(markdown).title).digest('hex').slice(0, 10)}`;
