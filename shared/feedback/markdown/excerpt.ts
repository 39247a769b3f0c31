import { memoizeByText } from '../../kernel/core/memoize-by-text.ts';
import { redactEmailAddresses } from '../../kernel/core/email-addresses.ts';
import { truncate } from '../../kernel/core/truncate.ts';
import { parseMarkdown, type MarkdownToken } from '../../kernel/html/markdown-parser.ts';

/**
 * Characters of source read per character of excerpt, since syntax and addresses are removed. A page renders
 * many excerpts on each read, so this bounds their total cost.
 */
const SOURCE_FACTOR = 3;

/** A plain-text excerpt of Markdown, without syntax or email addresses, in constant time. */
export function excerptOf(text: string, length: number): string {
  const source = text.slice(0, length * SOURCE_FACTOR).replace(/[\ud800-\udbff]$/, '');
  const plain = redactEmailAddresses(plainWords(source));
  return source.length === text.length ? truncate(plain, length) : `${truncate(plain, length - 1, '')}…`;
}

/** More than the 500 characters of a note, whose addresses are replaced by longer words. */
const NOTE_MAX_CHARACTERS = 1_000;

/** A short note, such as the summary of an update, in plain text: no syntax of Markdown, no email addresses. */
export const plainNote = memoizeByText(500, (note) => excerptOf(note, NOTE_MAX_CHARACTERS));

/** The words of Markdown in one line. */
function plainWords(markdown: string): string {
  const tokens = parseMarkdown(markdown);
  return (tokens ? wordsOf(tokens) : markdown).replaceAll(/\s+/g, ' ').trim();
}

/** The text of tokens, with a dot between list items. */
function wordsOf(tokens: readonly MarkdownToken[]): string {
  let words = '';
  for (const { type, content, children } of tokens) {
    if (type === 'list_item_close') words += ' · ';
    else if (type === 'inline') words += ` ${children!.map(wordOf).join('')}`;
    else if (type === 'fence' || type === 'code_block') words += ` ${content}`;
  }
  const separated = words.replaceAll(/(?: · )+(?=$| ·)/g, '').replaceAll(/\s+·(?:\s+·)*/g, ' ·');
  // What follows the last item may have no words, as a picture.
  return separated.replace(/\s·\s*$/, '');
}

/** What a picture shows is not part of what was written. */
const wordOf = ({ type, content }: MarkdownToken): string => {
  if (type === 'image') return '';
  return type === 'softbreak' || type === 'hardbreak' ? ' ' : content;
};
