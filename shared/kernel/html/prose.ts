import { parseMarkdown, type MarkdownToken } from './markdown-parser.ts';

/** A text without markup, and the text right before it, which markup divides from it. */
interface ProsePiece {
  text: string;
  before: string;
}

/**
 * What the author of a Markdown text says in their own words, in pieces without markup: not what is quoted, code, a link,
 * a picture or an escaped `@`.
 */
export function proseOf(markdown: string): ProsePiece[] {
  let quotes = 0;
  return (parseMarkdown(markdown) ?? []).flatMap(({ type, nesting, children }) => {
    if (type.startsWith('blockquote_')) quotes += nesting;
    return children && quotes === 0 ? piecesOf(children) : [];
  });
}

function piecesOf(tokens: readonly MarkdownToken[]): ProsePiece[] {
  let links = 0;
  let last = '';
  return tokens.flatMap((token) => {
    const { type, nesting, content } = token;
    if (type.startsWith('link_')) links += nesting;
    const before = last;
    // A picture without a text is shown as a link to its address.
    const shown = content || String(token.attrGet('src') ?? '');
    if (shown !== '' || type.endsWith('break')) last = shown;
    return type === 'text' && links === 0 ? { text: content, before } : [];
  });
}
