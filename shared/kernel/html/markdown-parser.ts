import markdownIt from 'markdown-it';

const parser = markdownIt({ html: false, linkify: true, typographer: false });

type Rule = Parameters<typeof parser.block.ruler.before>[2];
type State = Parameters<Rule>[0];
export type MarkdownToken = ReturnType<typeof parser.parse>[number];

/**
 * Limits on the output of one text. A few bytes of Markdown can request many table cells or repeat a long
 * address.
 */
const CELLS_MAX = 2_000;
const TOKENS_MAX = 15_000;
const ATTRIBUTES_MAX_CHARACTERS = 128 * 1024;
const LEVEL_MAX = 16;

/** A type rather than an interface, so that it is assignable to the parser's record type. */
type Counted = { cells?: number; tooMuch?: boolean };

/** Stops parsing when tables have too many cells, before they are created. */
const countCells: Rule = (state, startLine, endLine, silent) => {
  if (silent || startLine + 2 > endLine) return false;
  const underline = lineOf(state, startLine + 1);
  if (!/^[ |:-]+$/.test(underline) || !underline.includes('-')) return false;
  if (!/[|:]/.test(underline)) return false;
  let end = startLine;
  while (end < endLine && !state.isEmpty(end) && end - startLine <= CELLS_MAX) end++;
  const counted = state.env as Counted;
  counted.cells = (counted.cells ?? 0) + (underline.split('|').length - 1) * (end - startLine);
  if (counted.cells <= CELLS_MAX) return false;
  counted.tooMuch = true;
  state.line = endLine;
  return true;
};

const lineOf = ({ src, bMarks, tShift, eMarks }: State, line: number): string =>
  src.slice(bMarks[line]! + tShift[line]!, eMarks[line]);

parser.block.ruler.before('table', 'count_cells', countCells);

/** An `@` that is written as `\\@` or as an entity: it begins no mention. */
const ESCAPED_AT = 'escaped_at';

parser.core.ruler.before('text_join', 'escaped_at', ({ tokens }) => {
  for (const token of tokens.flatMap(({ children }) => children ?? [])) {
    if (token.type === 'text_special' && token.content === '@') token.type = ESCAPED_AT;
  }
});

parser.renderer.rules[ESCAPED_AT] = (tokens, position) =>
  `<span>${parser.utils.escapeHtml(tokens[position]!.content)}</span>`;

/**
 * Parses Markdown into tokens; undefined if the output is disproportionately large, which only malicious
 * input causes.
 */
export function parseMarkdown(text: string): MarkdownToken[] | undefined {
  const counted: Counted = {};
  const tokens = parser.parse(text, counted);
  if (counted.tooMuch) return undefined;
  tickBoxes(tokens);
  const all = tokens.flatMap((token) => [token, ...(token.children ?? [])]);
  const attributes = all.flatMap(({ attrs }) => attrs ?? []);
  const characters = attributes.reduce((sum, [, value]) => sum + String(value).length, 0);
  const deep = tokens.some(({ level }) => level > LEVEL_MAX);
  return all.length > TOKENS_MAX || characters > ATTRIBUTES_MAX_CHARACTERS || deep ? undefined : tokens;
}

/** Shows the boxes of task lists as characters, which also mails and screen readers have. */
function tickBoxes(tokens: readonly MarkdownToken[]): void {
  tokens.forEach(({ children }, position) => {
    const text = children?.[0];
    if (text?.type !== 'text' || tokens[position - 2]?.type !== 'list_item_open') return;
    text.content = text.content.replace(/^\[([ x])\] /i, (_, mark) => (mark === ' ' ? '☐ ' : '☑ '));
  });
}

/** Renders tokens as HTML that is not sanitized yet; with `breaks`, a line that ends also ends on the page. */
export const markupOf = (tokens: MarkdownToken[], breaks: boolean): string =>
  parser.renderer.render(tokens, { ...parser.options, breaks }, {});
