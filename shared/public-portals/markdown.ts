import markdownIt from 'markdown-it';
import sanitize from 'sanitize-html';
import { Html } from '../pages/html.ts';
import { imagePath } from '../portals/image.ts';

const renderer = markdownIt({ html: false, linkify: true, typographer: false });

/** What can scroll sideways must be reachable by keyboard. */
const focusable = (tagName: string) => ({ tagName, attribs: { tabindex: '0' } });

const options: sanitize.IOptions = {
  allowedTags: [
    ...['h2', 'h3', 'h4', 'h5', 'h6', 'p', 'br', 'hr', 'ul', 'ol', 'li', 'blockquote', 'pre', 'code'],
    ...['em', 'strong', 's', 'a', 'img', 'table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  allowedAttributes: {
    a: ['href', 'rel'],
    img: ['src', 'alt', 'loading'],
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
    a: (tagName, { href = '' }) => ({
      tagName,
      attribs: /^(https?:|[/#])/i.test(href) ? { href, rel: 'nofollow ugc noopener' } : {},
    }),
    img: (tagName, { src = '', alt = '' }) => ({ tagName, attribs: { src, alt, loading: 'lazy' } }),
  },
  // Only images of portals: any other would tell its host who reads the page.
  exclusiveFilter: ({ tag, attribs }) =>
    tag === 'img' && !new RegExp(`^${imagePath('[0-9a-f-]{36}')}$`).test(attribs['src'] ?? ''),
};

/** Markdown as markup that is safe to show: no script, no style, nothing from elsewhere. */
export function renderMarkdown(text: string): Html {
  const tokens = renderer.parse(text, {});
  outline(tokens);
  return new Html(sanitize(renderer.renderer.render(tokens, renderer.options, {}), options));
}

/** Puts headings below the page's own, which is the first, and leaves no level out. */
function outline(tokens: ReturnType<typeof renderer.parse>): void {
  const headings = tokens.filter(({ type }) => type === 'heading_open' || type === 'heading_close');
  const used = [...new Set(headings.map(({ tag }) => tag))].sort();
  let above = 1;
  for (const heading of headings) {
    if (heading.type === 'heading_open') above = Math.min(used.indexOf(heading.tag) + 2, above + 1, 6);
    heading.tag = `h${above}`;
  }
}

/** What Markdown says, without its marks, cut to a length. */
export function excerptOf(text: string, length: number): string {
  const plain = sanitize(renderer.render(text), {
    allowedTags: [],
    allowedAttributes: {},
    parseStyleAttributes: false,
  })
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => entities[name]!)
    .replaceAll(/\s+/g, ' ')
    .trim();
  const characters = [...plain];
  return characters.length > length
    ? `${characters
        .slice(0, length - 1)
        .join('')
        .trimEnd()}…`
    : plain;
}

const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** Text without the characters that make others run backwards over what stands beside it (Unicode, UAX 9). */
export const withoutOverrides = (text: string): string =>
  text.replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '');
