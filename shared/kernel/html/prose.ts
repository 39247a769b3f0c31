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
  return tokens.flatMap(({ type, nesting, content }) => {
    if (type.startsWith('link_')) links += nesting;
    const before = last;
    if (content !== '' || type.endsWith('break')) last = content;
    return type === 'text' && links === 0 ? { text: content, before } : [];
  });
}
