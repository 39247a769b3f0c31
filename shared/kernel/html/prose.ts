import { parseMarkdown, type MarkdownToken } from './markdown-parser.ts';

/**
 * What the author of a Markdown text says in their own words, in pieces without markup: not what is quoted, code, a link,
 * a picture or an escaped `@`.
 */
export function proseOf(markdown: string): string[] {
  let quotes = 0;
  return (parseMarkdown(markdown) ?? []).flatMap(({ type, nesting, children }) => {
    if (type.startsWith('blockquote_')) quotes += nesting;
    return children && quotes === 0 ? piecesOf(children) : [];
  });
}

function piecesOf(tokens: readonly MarkdownToken[]): string[] {
  let links = 0;
  return tokens.flatMap(({ type, nesting, content }) => {
    if (type.startsWith('link_')) links += nesting;
    return type === 'text' && links === 0 ? content : [];
  });
}
