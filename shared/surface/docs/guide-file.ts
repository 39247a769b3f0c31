import { readFileSync } from 'node:fs';
import markdownIt from 'markdown-it';
import { Html, html, type Fragment } from '../../kernel/html/html.ts';
import { BASE_URL } from './base-url.ts';
import { CHANGELOG } from './changelog-address.ts';
import { changelogMarks, entryFragment, parseEntry } from './changelog-entry.ts';
import { readerOf } from './changelog-filter.ts';
import { guidePicture } from './guide-picture.ts';
import { block, glossary, type GlossaryEntry, type Guide, type GuidePart } from './guide.ts';
import { languageOf } from './highlighted.ts';
import type { LinkToOperation } from './prose.ts';

/** The generated data that guides contain in addition to their text. */
interface GuideSource {
  /** The fragment for each comment `<!-- generated: name -->`, by name. */
  generated: Readonly<Record<string, Fragment>>;
  /** The parts for each comment `<!-- parts: name -->` between parts, by name. */
  parts: Readonly<Record<string, readonly GuidePart[]>>;
  toOperation: LinkToOperation;
}

/** The base URL in the files, whose examples work as they are next to `npm start`. */
const LOCAL_URL = 'http://127.0.0.1:3000';

const root = new URL('../../../', import.meta.url);

/** The page of the client is what its package says of itself. */
const elsewhere: Readonly<Record<string, string>> = { client: 'client/README.md' };

/** Reads and parses docs/guides/{slug}.md, or the file of a guide that is elsewhere. */
export const readGuide = (slug: string, source: GuideSource): Guide =>
  parseGuide(slug, readFileSync(new URL(elsewhere[slug] ?? `docs/guides/${slug}.md`, root), 'utf8'), source);

type Token = ReturnType<ReturnType<typeof markdownIt>['parse']>[number];
type Render = (tokens: Token[]) => Html;

/**
 * Parses a guide: a title, a sentence that summarizes it, and a part for each heading of the second level. The
 * sentence that ends with a colon is the caption of the code block below it, a table is a list of terms, a
 * relative link leads to another guide, a picture is one of a page by day or by night, and an operation's name in
 * backticks is a link to the operation.
 */
export function parseGuide(slug: string, markdown: string, source: GuideSource): Guide {
  const parser = parserWithLinks(source.toOperation);
  const tokens = parser.parse(markdown.replaceAll(LOCAL_URL, BASE_URL), {});
  if (slug === CHANGELOG) nameEntries(tokens, parser);
  const [title, lead, ...rest] = blocksOf(tokens);
  if (title?.[0]!.tag !== 'h1' || lead?.[0]!.type !== 'paragraph_open' || rest[0]?.[0]!.tag !== 'h2')
    throw new Error(`docs/guides/${slug}.md must begin with a title, a sentence about it and a heading.`);
  const render: Render = (tokens) => new Html(parser.renderer.render(tokens, parser.options, {}));
  const starts = rest.flatMap(([first], at) =>
    first!.tag === 'h2' || madeParts(first!, source) ? [at] : [],
  );
  const parts = starts.flatMap((start, at) => {
    const made = madeParts(rest[start]![0]!, source);
    if (made) return made;
    const heading = textOf(rest[start]!);
    const content = contentOf(rest.slice(start + 1, starts[at + 1]), render, source.generated);
    return { id: fragmentOf(heading), title: heading, content };
  });
  return { slug, title: textOf(title), lead: textOf(lead), opening: render([inlineOf(lead)!]), parts };
}

/** The parts that a comment stands for. */
const madeParts = ({ type, content }: Token, { parts }: GuideSource): readonly GuidePart[] | undefined =>
  type === 'html_block' ? parts[/^<!-- parts: (\S+) -->\s*$/.exec(content)?.[1] ?? ''] : undefined;

/** The fragment by which GitHub links to a heading. */
const fragmentOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');

/** Gives each entry of the changelog an id, to which its feeds link, a badge for its mark, and a link to itself. */
function nameEntries(tokens: readonly Token[], parser: ReturnType<typeof markdownIt>): void {
  let part: string | undefined;
  for (const [at, token] of tokens.entries()) {
    if (token.type === 'heading_open') part = token.tag === 'h3' ? textOf(tokens.slice(at)) : undefined;
    if (token.type !== 'list_item_open') continue;
    const inline = inlineOf(tokens.slice(at))!;
    const id = entryFragment(inline.content);
    token.attrSet('id', id);
    const { mark } = parseEntry(inline.content);
    token.attrSet('class', `${changelogMarks[mark]} ${readerOf(part)}`);
    const [anchor] = parser.parseInline(` [#](#${id})`, {}) as [Token];
    const link = anchor.children!.find(({ type }) => type === 'link_open')!;
    link.attrSet('class', 'anchor');
    link.attrSet(
      'aria-label',
      `Link to ${
        textOf([inline])
          .slice(mark.length + 2)
          .split('. ')[0]!
      }`,
    );
    inline.children!.push(...anchor.children!);
    showMark(inline.children!, mark);
  }
}

/** Makes the mark in front of an entry's title the text of an element, which the stylesheet shows as a badge. */
function showMark(children: Token[], mark: string): void {
  const first = children[0]!;
  const badge = Object.assign(Object.create(first) as Token, { type: 'mark', content: mark });
  children.splice(0, 1, badge, Object.assign(first, { content: first.content.slice(mark.length + 1) }));
}

/** Groups tokens into the blocks of the top level, such as paragraphs and tables. */
function blocksOf(tokens: readonly Token[]): Token[][] {
  const blocks: Token[][] = [];
  for (const token of tokens) {
    if (token.level === 0 && token.nesting >= 0) blocks.push([token]);
    else blocks.at(-1)!.push(token);
  }
  return blocks;
}

const inlineOf = (tokens: readonly Token[]): Token | undefined =>
  tokens.find(({ type }) => type === 'inline');

const textOf = (tokens: readonly Token[]): string =>
  (inlineOf(tokens)?.children ?? []).map(({ content }) => content).join('');

function contentOf(
  blocks: readonly Token[][],
  render: Render,
  generated: GuideSource['generated'],
): Fragment {
  return blocks.map((tokens, at) => {
    const [{ type, content, info }] = tokens as [Token];
    if (blocks[at + 1]?.[0]!.type === 'fence') return undefined;
    if (type === 'fence') return captioned(blocks[at - 1] ?? [], render, { content, info });
    if (type === 'table_open') return glossary(rowsOf(tokens, render));
    if (type !== 'html_block') return render(tokens);
    const [, name = ''] = /^<!-- generated: (\S+) -->\s*$/.exec(content) ?? [];
    if (!Object.hasOwn(generated, name)) throw new Error(`A guide cannot contain ${content.trim()}.`);
    return generated[name];
  });
}

/** A block of code below the paragraph above it, whose last sentence is its caption, without the colon. */
function captioned(
  paragraph: readonly Token[],
  render: Render,
  { content, info }: Pick<Token, 'content' | 'info'>,
): Fragment {
  const inline = inlineOf(paragraph);
  const children = inline?.children ?? [];
  const last = children.at(-1);
  if (!inline || paragraph[0]!.type !== 'paragraph_open' || !last?.content.endsWith(':'))
    throw new Error(`A code block needs a paragraph above it that ends with a colon: ${inline?.content}`);
  last.content = last.content.slice(0, -1);
  const [text, caption] = splitBeforeLastSentence(children).map((tokens) =>
    Object.assign(Object.create(inline) as Token, { children: tokens }),
  ) as [Token, Token];
  if (textOf([caption]).length > CAPTION_MAX_CHARACTERS)
    throw new Error(`The sentence above a code block is its caption; split this one: ${inline.content}`);
  return [
    text.children!.length > 0 && html`<p>${render([text])}</p>`,
    block(render([caption]), content.trimEnd(), languageOf(info)),
  ];
}

/** What is longer says what to do, and is to be read with the text. */
const CAPTION_MAX_CHARACTERS = 90;

/** Splits the parts of a paragraph: the last sentence, and what is before it. */
function splitBeforeLastSentence(children: readonly Token[]): [Token[], Token[]] {
  const at = children.findLastIndex(({ type, content }) => type === 'text' && /[.!?]\s/.test(content));
  const found = children[at];
  if (!found) return [[], [...children]];
  const [, before = '', after = ''] = /^(.*[.!?])\s+(.*)$/s.exec(found.content)!;
  const withText = (content: string) => Object.assign(Object.create(found) as Token, { content });
  return [
    [...children.slice(0, at), withText(before)],
    [...(after ? [withText(after)] : []), ...children.slice(at + 1)],
  ];
}

/** The rows below a table's header: a term, its value if there is a column for it, and the meaning. */
function rowsOf(tokens: readonly Token[], render: Render): GlossaryEntry[] {
  const columns = tokens.filter(({ type }) => type === 'th_open').length;
  const cells = tokens.filter(({ type }, at) => type === 'inline' && tokens[at - 1]!.type === 'td_open');
  return Array.from({ length: cells.length / columns }, (_, row) => {
    const [term, ...others] = cells.slice(row * columns, (row + 1) * columns).map((cell) => render([cell]));
    const [meaning, value] = others.reverse();
    // In one element, so that names with commas between them are a text.
    return [html`<span>${term}</span>${value && html` <strong class="type">${value}</strong>`}`, meaning];
  });
}

/** The address of the page that a relative link leads to; any other link as it is. */
function addressOfFile(link: string): string {
  const [elsewhereSlug] =
    Object.entries(elsewhere).find(([, file]) => link.startsWith(`../../${file}`)) ?? [];
  if (elsewhereSlug) return link.replace(`../../${elsewhere[elsewhereSlug]!}`, `/docs/${elsewhereSlug}`);
  return link.replace(/^([\w-]+)\.md/, '/docs/$1');
}

function parserWithLinks(toOperation: LinkToOperation) {
  const parser = markdownIt({ html: true });
  const { rules } = parser.renderer;
  rules['code_inline'] = (tokens, at) => {
    const { content } = tokens[at]!;
    const target = toOperation(content);
    return (target === undefined ? html`<code>${content}</code>` : html`<a href="${target}">${content}</a>`)
      .text;
  };
  rules['html_inline'] = (tokens, at) => {
    throw new Error(`A guide cannot contain ${tokens[at]!.content}.`);
  };
  rules['mark'] = (tokens, at) => html`<span class="asks">${tokens[at]!.content}</span>`.text;
  rules['image'] = (tokens, at) => {
    const image = tokens[at]!;
    return guidePicture(String(image.attrGet('src')), image.content).text;
  };
  rules['link_open'] = (tokens, at, options, _, renderer) => {
    const link = tokens[at]!;
    const href = String(link.attrGet('href')).replace(encodeURI(BASE_URL), '');
    link.attrSet('href', addressOfFile(href));
    if (/^https?:/.test(href)) link.attrSet('rel', 'noreferrer');
    return renderer.renderToken(tokens, at, options);
  };
  return parser;
}
