import sanitize from 'sanitize-html';
import { memoizeByText } from '../../kernel/core/memoize-by-text.ts';
import { redactEmailAddresses, redactEmailAddressesAcross } from '../../kernel/core/email-addresses.ts';
import { Html, html } from '../../kernel/html/html.ts';
import { imagePath } from '../portal/image.ts';
import { imageSources, parseImageName, type ImageName } from '../portal/image-name.ts';
import { markupOf, parseMarkdown, type MarkdownToken } from '../../kernel/html/markdown-parser.ts';

/** Scrollable areas must be reachable by keyboard. */
const focusable = (tagName: string) => ({ tagName, attribs: { tabindex: '0' } });

/** Keeps links to addresses that begin like this. */
function linkTo(allowed: RegExp): sanitize.Transformer {
  return (tagName, { href = '' }) => ({
    tagName,
    attribs: allowed.test(href) ? { href, rel: 'nofollow ugc noopener' } : {},
  });
}

const options: sanitize.IOptions = {
  allowedTags: [
    'h2',
    'h3',
    'h4',
    'h5',
    'h6',
    'p',
    'br',
    'hr',
    'ul',
    'ol',
    'li',
    'blockquote',
    'pre',
    'code',
    'em',
    'strong',
    's',
    'a',
    'img',
    'table',
    'thead',
    'tbody',
    'tr',
    'th',
    'td',
    'span',
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'loading', 'width', 'height', 'srcset', 'sizes'],
    ol: ['start'],
    pre: ['tabindex'],
    table: ['tabindex'],
  },
  allowedSchemes: ['https', 'http'],
  allowProtocolRelative: false,
  parseStyleAttributes: false,
  transformTags: {
    pre: focusable,
    table: focusable,
    a: linkTo(/^(https?:|[/#])/i),
    img: (tagName, { src = '', alt = '' }) => ({
      tagName,
      attribs: { src, alt, loading: 'lazy', ...sizeOfImage(src) },
    }),
  },
  // Only images of portals: any other host would learn who reads the page.
  exclusiveFilter: ({ tag, attribs }) => tag === 'img' && imageOf(attribs['src'] ?? '') === undefined,
};

/** What members see has links to write to people as well. */
const memberOptions: sanitize.IOptions = {
  ...options,
  allowedSchemes: ['https', 'http', 'mailto'],
  transformTags: { ...options.transformTags, a: linkTo(/^(https?:|mailto:|[/#])/i) },
};

const IMAGES = imagePath('');

const imageOf = (src: string): ImageName | undefined =>
  src.startsWith(IMAGES) ? parseImageName(src.slice(IMAGES.length)) : undefined;

/**
 * The width of a text in CSS pixels, of which an image takes no more. Phones with three pixels for each of CSS choose as
 * if they had two: no one sees the difference, and it arrives in a third of the time.
 */
const SIZES = '(min-width: 48rem) 44rem, (min-resolution: 2.5dppx) 61vw, 92vw';

/** How high an image is shown at most, in CSS pixels: a higher one is opened to be read (styles/components/prose.css). */
const HEIGHT_MAX = 28 * 16;

/** What a page knows of an image before it has arrived, if its address says its size: its place and its versions. */
function sizeOfImage(src: string): Record<string, string> {
  const { id, size } = imageOf(src) ?? {};
  if (!id || !size) return {};
  const { width, height } = size;
  const scale = Math.min(1, HEIGHT_MAX / height);
  const place = { width: String(Math.round(width * scale)), height: String(Math.round(height * scale)) };
  return { ...place, srcset: imageSources(id, width), sizes: SIZES };
}

/** Maximum length of the HTML in UTF-16 code units, unless the text itself is longer. */
const MARKUP_MAX_CHARACTERS = 160 * 1024;

/**
 * Renders Markdown as safe HTML: no scripts, styles, external resources or email addresses, including
 * addresses that only appear when rendered. Disproportionately large output is replaced by the source text.
 */
export const renderMarkdown = (source: string): Html => render(source, { breaks: false, below: 1 });

/**
 * Renders Markdown for members of the workspace that it belongs to, as safe HTML with what the public is not shown: e-mail
 * addresses, and links in the place of images that are elsewhere, whose hosts would learn who reads the page.
 */
export const renderForMembers = (source: string): Html =>
  render(source, { breaks: false, below: 1, isForMembers: true });

/** Of markup that opens a page, how much of it is before an image that readers see without scrolling. */
const OPENING_MAX_CHARACTERS = 600;

/** The rendered text that opens a page: an image near its start is loaded before all others, not when it is reached. */
export function withOpeningImage({ text }: Html): Html {
  const at = text.slice(0, OPENING_MAX_CHARACTERS).indexOf('<img ');
  if (at < 0) return new Html(text);
  return new Html(text.slice(0, at) + text.slice(at).replace(' loading="lazy"', ' fetchpriority="high"'));
}

/** Renders Markdown of a comment: line breaks are kept, and headings are below the one of all comments. */
export const renderComment = memoizeByText(500, (source) => render(source, { breaks: true, below: 2 }));

/** The same for members of the workspace that the comment belongs to. */
export const renderCommentForMembers = memoizeByText(500, (source) =>
  render(source, { breaks: true, below: 2, isForMembers: true }),
);

interface Rendering {
  breaks: boolean;
  /** The level of the heading that the text is below. */
  below: number;
  isForMembers?: boolean;
}

function render(source: string, { breaks, below, isForMembers = false }: Rendering): Html {
  const text = isForMembers ? source : redactEmailAddresses(source);
  const tokens = parseMarkdown(text);
  if (!tokens) return asTyped(text);
  outline(tokens, below);
  for (const token of tokens) {
    if (isForMembers) linkForeignImages(token);
    else removeAddresses(token);
  }
  const markup = linkImages(sanitize(markupOf(tokens, breaks), isForMembers ? memberOptions : options));
  return markup.length > MARKUP_MAX_CHARACTERS ? asTyped(text) : new Html(markup);
}

/** Markdown source, with email addresses masked unless it is for members; linear time. */
const asTyped = (text: string): Html => html`<pre class="source">${text}</pre>`;

/** Links images to themselves, whole, unless they are in a link; one without words is none for who cannot see it. */
const linkImages = (markup: string): string =>
  markup.replaceAll(
    /<a [^>]*>[^]*?<\/a>|<img src="([^"]*)"( alt="")?[^>]*>/g,
    (found, src?: string, bare?: string) =>
      src === undefined
        ? found
        : `<a href="${src}"${bare === undefined ? '' : ' tabindex="-1" aria-hidden="true"'}>${found}</a>`,
  );

function removeAddresses(token: MarkdownToken): void {
  const pieces = token.children ?? [token];
  const cleaned = redactEmailAddressesAcross(pieces.map(({ content }) => content));
  pieces.forEach((piece, position) => {
    piece.content = cleaned[position]!;
    piece.attrs = piece.attrs?.filter(([, value]) => !holdsAddress(String(value))) ?? null;
    if (piece.children) removeAddresses(piece);
  });
}

/** Puts links in the place of images that the page may not load; within a link, what they say they show. */
function linkForeignImages({ children }: MarkdownToken): void {
  let depth = 0;
  for (const piece of children ?? []) {
    if (piece.type === 'link_open' || piece.type === 'link_close') depth += piece.nesting;
    const source = String(piece.attrGet('src') ?? '');
    if (piece.type !== 'image' || imageOf(source)) continue;
    const label = piece.content || source;
    // Markup as the source cannot have it; all of it is sanitized.
    piece.type = 'html_inline';
    piece.content = html`${depth > 0 ? label : html`<a href="${source}">${label}</a>`}`.text;
  }
}

function holdsAddress(address: string): boolean {
  const plain = address.replaceAll(/%40/g, '@');
  return redactEmailAddresses(plain) !== plain;
}

/** Moves headings below a heading of the page, without skipping levels. */
function outline(tokens: readonly MarkdownToken[], below: number): void {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close');
  const used = [...new Set(headings.map(({ tag }) => tag))].sort();
  let above = below;
  for (const heading of headings) {
    if (heading.type === 'heading_open')
      above = Math.min(used.indexOf(heading.tag) + below + 1, above + 1, 6);
    heading.tag = `h${above}`;
  }
}
