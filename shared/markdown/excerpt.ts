import { redactEmailAddresses } from '../core/email-addresses.ts';
import { parseMarkdown, type Token } from './markdown-parser.ts';

/**
 * How much of a text is looked at for each character of an excerpt: marks and addresses are left out of it. A page
 * has many excerpts, each made as it is read, so this bounds what all of them cost.
 */
const SOURCE_FACTOR = 3;

/** What Markdown says in short, without its marks or e-mail addresses; the time it takes does not grow with it. */
export function excerptOf(text: string, length: number): string {
  const source = text.slice(0, length * SOURCE_FACTOR).replace(/[\ud800-\udbff]$/, '');
  const tokens = parseMarkdown(source);
  const words = redactEmailAddresses(tokens ? wordsOf(tokens) : source);
  const plain = words.replaceAll(/\s+/g, ' ').trim();
  return source.length === text.length ? truncate(plain, length) : `${truncate(plain, length - 1, '')}…`;
}

/** Text of at most a number of characters, with a mark where it was cut. */
export function truncate(text: string, length: number, mark = '…'): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const kept = characters.slice(0, length - mark.length).join('');
  return `${kept.trimEnd()}${mark}`;
}

/** The text of tokens, with a dot between the items of a list. */
function wordsOf(tokens: readonly Token[]): string {
  let words = '';
  for (const { type, content, children } of tokens) {
    if (type === 'list_item_close') words += ' · ';
    else if (type === 'inline') words += ` ${children!.map(wordOf).join('')}`;
    else if (type === 'fence' || type === 'code_block') words += ` ${content}`;
  }
  return words.replaceAll(/(?: · )+(?=$| ·)/g, '').replaceAll(/\s+·(?:\s+·)*/g, ' ·');
}

const wordOf = ({ type, content }: Token): string =>
  type === 'softbreak' || type === 'hardbreak' ? ' ' : content;
