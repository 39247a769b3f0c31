import { withoutAddresses } from '../feedback/display-name.ts';
import { parseMarkdown, type Token } from './markdown-parser.ts';

/** How much of a text is looked at for each character of an excerpt: marks and addresses are left out of it. */
const SOURCE_FACTOR = 10;

/** What Markdown says in short, without its marks; the time it takes does not grow with the text. */
export function excerptOf(text: string, length: number): string {
  const source = text.slice(0, length * SOURCE_FACTOR).replace(/[\ud800-\udbff]$/, '');
  const tokens = parseMarkdown(source);
  const plain = (tokens ? wordsOf(tokens) : source).replaceAll(/\s+/g, ' ').trim();
  return source.length === text.length ? cutTo(plain, length) : `${cutTo(plain, length - 1, '')}…`;
}

/** Text of at most a number of characters, with a mark where it was cut. */
export function cutTo(text: string, length: number, mark = '…'): string {
  const characters = [...text];
  if (characters.length <= length) return text;
  const kept = characters.slice(0, length - mark.length).join('');
  return `${kept.trimEnd()}${mark}`;
}

/** The same of what a visitor wrote, without the e-mail addresses that only its marks put together. */
export const visitorExcerpt = (text: string, length: number): string =>
  withoutAddresses(excerptOf(text, length));

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
