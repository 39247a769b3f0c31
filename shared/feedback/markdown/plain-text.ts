import { parseMarkdown, type MarkdownToken } from '../../kernel/html/markdown-parser.ts';

/** Where in a text a block is. */
interface BlockPlace {
  /** The number of the next item of each list around it; undefined for a list without numbers. */
  lists: (number | undefined)[];
  quotes: number;
  /** The dash or number of the list item that begins here; empty elsewhere. */
  marker: string;
  /** Whether it follows an item of the same list. */
  isNextItem: boolean;
  /** The cells of the table's row so far; undefined outside of tables. */
  cells: string[] | undefined;
  /** Whether that row is the first. */
  isHead: boolean;
}

/**
 * Markdown as plain text without its marks, as the text part of a mail has it: paragraphs stay separate, list items begin
 * with a dash or their number, and links are followed by their address. Text that cannot be parsed is returned as it is.
 */
export function plainTextOf(markdown: string): string {
  const place: BlockPlace = {
    lists: [],
    quotes: 0,
    marker: '',
    isNextItem: false,
    cells: undefined,
    isHead: false,
  };
  let text = '';
  const add = (block: string, isNext: boolean) => {
    text += (text === '' ? '' : isNext ? '\n' : '\n\n') + block;
  };
  for (const token of parseMarkdown(markdown) ?? []) {
    if (token.type === 'tr_close') add(place.cells!.join(' | '), !place.isHead);
    move(place, token);
    const words = wordsOf(token);
    if (words === undefined) continue;
    if (place.cells) place.cells.push(words);
    else add(blockOf(words, place), place.marker !== '' && place.isNextItem);
    [place.marker, place.isNextItem] = ['', true];
  }
  return text === '' ? markdown.trim() : text;
}

/** Follows the lists, quotes and rows that begin and end. */
function move(place: BlockPlace, token: MarkdownToken): void {
  const { lists } = place;
  if (lists.length === 0) place.isNextItem = false;
  switch (token.type) {
    case 'bullet_list_open':
      lists.push(undefined);
      break;
    case 'ordered_list_open':
      lists.push(Number(token.attrGet('start') ?? 1));
      break;
    case 'bullet_list_close':
    case 'ordered_list_close':
      lists.pop();
      break;
    case 'list_item_open':
      place.marker = nextMarker(lists);
      break;
    case 'blockquote_open':
      place.quotes++;
      break;
    case 'blockquote_close':
      place.quotes--;
      break;
    case 'thead_open':
    case 'thead_close':
      place.isHead = token.nesting > 0;
      break;
    case 'tr_open':
      place.cells = [];
      break;
    case 'tr_close':
      place.cells = undefined;
      break;
  }
}

function nextMarker(lists: BlockPlace['lists']): string {
  const number = lists.pop();
  lists.push(number === undefined ? undefined : number + 1);
  return number === undefined ? '- ' : `${number}. `;
}

/** A block behind its marker, with all of its lines as far in. */
function blockOf(words: string, { lists, quotes, marker }: BlockPlace): string {
  const start = '> '.repeat(quotes) + '  '.repeat(Math.max(0, lists.length - 1));
  return words
    .split('\n')
    .map((line, row) => start + (row === 0 ? marker : ' '.repeat(marker.length)) + line)
    .join('\n');
}

/** What a token has to read; undefined for one that only begins or ends something. */
function wordsOf({ type, content, children }: MarkdownToken): string | undefined {
  if (type === 'fence' || type === 'code_block') return content.trimEnd();
  if (type !== 'inline') return undefined;
  let [words, address, linked] = ['', '', ''];
  for (const piece of children ?? []) {
    if (piece.type === 'link_open') [address, linked] = [String(piece.attrGet('href') ?? ''), words];
    else if (piece.type === 'link_close') {
      // A bare address is its own text.
      if (!isSameLink(words.slice(linked.length), address)) words += ` (${address})`;
    } else words += piece.type === 'softbreak' || piece.type === 'hardbreak' ? '\n' : piece.content;
  }
  return words;
}

const isSameLink = (text: string, address: string): boolean =>
  [text, `http://${text}`, `mailto:${text}`].includes(address);
