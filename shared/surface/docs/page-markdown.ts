import TurndownService from 'turndown';
import { BASE_URL } from './base-url.ts';
import type { DocsPage } from './docs-page.ts';
import { isHome } from './home-name.ts';

/** Pages without anything of the API. */
const WITHOUT_TEXT = ['missing', 'find'];

/**
 * The pages of the documentation as Markdown by name, and `llms`, the list that https://llmstxt.org describes, of the
 * guides and what groups operations. `llms-full` is one text of all guides and operations.
 */
export function markdownPages(pages: readonly DocsPage[], guides: readonly string[]): Map<string, string> {
  const converter = newConverter();
  const textOf = (page: DocsPage) => `${withoutSpaces(converter.turndown(withPlaces(page)))}\n`;
  const texts = pages
    .filter(({ name }) => !WITHOUT_TEXT.includes(name) && !isHome(name))
    .map((page) => ({ page, text: textOf(page) }));
  const listed = texts.filter(({ page }) => page.above === undefined);
  return new Map([
    ...texts.map(({ page, text }) => [page.name, text] as const),
    [
      'llms',
      llmsText(
        listed.map(({ page, text }) => [page.name, text] as const),
        guides,
      ),
    ],
    ['llms-full', fullText(texts, guides)],
  ]);
}

interface PageText {
  page: DocsPage;
  text: string;
}

/** All guides, and below each group of operations what they take. What they return is on the pages of the reference. */
function fullText(texts: readonly PageText[], guides: readonly string[]): string {
  const ofGuides = texts.filter(({ page }) => guides.includes(page.name)).map(({ text }) => text);
  const ofReference = texts
    .filter(({ page }) => page.name !== 'index' && !guides.includes(page.name))
    .map(({ page, text }) => (page.above === undefined ? leadOf(text) : requestOf(text)));
  const first = texts.find(({ page }) => page.name === 'index')!.text;
  const [begin = ''] = /^## Begin\n[^]*?(?=^## )/m.exec(first) ?? [];
  const address = `The API is at ${BASE_URL}/api/v1. Its [OpenAPI document](${BASE_URL}/openapi.json) has all objects; AI clients connect to ${BASE_URL}/mcp. People create tokens on [Your account](${BASE_URL}/account).`;
  const head = [TITLE, ABOUT, address, begin];
  return [...head, ...ofGuides, ...ofReference].map((text) => `${text.trim()}\n`).join('\n');
}

const TITLE = '# Plotline';
const ABOUT =
  '> Project planning as a service: stories, sprints, objectives and feedback portals by a REST API, MCP and webhooks.';

/** The title of a page and the sentence below it. */
const leadOf = (text: string): string => text.split('\n\n').slice(0, 2).join('\n\n');

/** An operation up to its response, one level below its group, without the fields of fields. */
const requestOf = (text: string): string =>
  text
    .split(/^## Response/m)[0]!
    .replaceAll(/^ +- .*\n/gm, '')
    .replaceAll(/^(?=##? )/gm, '#')
    .replaceAll(/ ?Fields of \w+$/gm, '');

/** Headings end in a link to themselves, which leaves a space behind, and entries of lists in an empty line. */
const withoutSpaces = (text: string): string =>
  text.replaceAll(/^(#+ .*\S) +$/gm, '$1').replaceAll(/^( *- .*)\n\s*\n(?= *- )/gm, '$1\n');

/** The part of a page that is neither navigation nor its head, without examples of errors: each page has the same. */
function contentOf(page: string): string {
  const [, content] = /<main[^>]*>(.*)<\/main>/s.exec(page) ?? [];
  if (content === undefined) throw new Error('A page of the documentation has no main part.');
  return content
    .replace(/<a class="as-markdown".*?<\/a>/s, '')
    .replace(/<nav class="only".*?<\/nav>/s, '')
    .replace(/<details class="errors">.*(?:<\/details>\s*){2}/s, '');
}

/** A page with whole addresses of its own places, as those of other pages have. */
const withPlaces = ({ name, text }: DocsPage): string =>
  contentOf(text).replaceAll(/href="#(?=.)/g, `href="/docs${name === 'index' ? '' : `/${name}`}#`);

/** What is used of an element; the types of the DOM would be everywhere. */
interface CodeNode {
  textContent: string;
  parentNode: { getAttribute(name: string): string | null };
}

/** An element in a list of terms. */
interface ValueNode {
  className: string;
  parentNode: (ValueNode & { querySelector(selector: string): unknown }) | null;
}

/** Marks in a text where the value of a term begins. */
const VALUE = '\u0000';

/** Whether an entry is one of a list of terms, not of the fields of an object, whose values are types. */
const isTerms = (entry: ValueNode | null | undefined): boolean =>
  /\bterms\b/.test(entry?.parentNode?.className ?? '');

function newConverter(): TurndownService {
  const converter = new TurndownService({
    headingStyle: 'atx',
    codeBlockStyle: 'fenced',
    bulletListMarker: '-',
    emDelimiter: '*',
  });
  // Inside a word, an underscore is no emphasis.
  const escape = converter.escape.bind(converter);
  converter.escape = (text) => escape(text).replaceAll(/(?<=\w)\\_(?=\w)/g, '_');
  converter.remove(['script', 'style', 'form', 'button', 'fieldset']);
  // Links lead to the Markdown of other pages.
  converter.addRule('link', {
    filter: 'a',
    replacement: (text, node) => {
      const href =
        (node as unknown as { getAttribute(name: string): string | null }).getAttribute('href') ?? '';
      const address = href.replace(
        /^\/docs(?:\/[a-z0-9-]+(?:\/[A-Za-z]+)?)?(?=#|$)/,
        (page: string) => `${BASE_URL}${page}.md`,
      );
      return text.trim() === '' || text === '#' ? '' : `[${text}](${address.replace(/^\//, `${BASE_URL}/`)})`;
    },
  });
  converter.addRule('mark', {
    filter: (node) => (node as unknown as ValueNode).className === 'asks',
    replacement: (text) => `${text}:`,
  });
  // Drawn for eyes; the caption says what it shows.
  converter.addRule('drawing', {
    filter: (node) => (node as unknown as { nodeName: string }).nodeName.toLowerCase() === 'svg',
    replacement: () => '',
  });
  converter.addRule('picture', {
    filter: 'img',
    replacement: (_, node) => {
      const attribute = (name: string) =>
        (node as unknown as { getAttribute(name: string): string | null }).getAttribute(name) ?? '';
      return `![${attribute('alt')}](${BASE_URL}${attribute('src')})`;
    },
  });
  converter.addRule('code', {
    filter: 'pre',
    replacement: (_, node) => {
      const { textContent, parentNode } = node as unknown as CodeNode;
      return `\n\n\`\`\`${parentNode.getAttribute('data-language') ?? ''}\n${textContent.trimEnd()}\n\`\`\`\n\n`;
    },
  });
  converter.addRule('term', {
    filter: 'dt',
    replacement: (text) => `\n- ${text.trim().replaceAll(/\s+/g, ' ').replace(` ${VALUE}`, ': ')}`,
  });
  // The value of a term, after which its meaning goes on in parentheses.
  converter.addRule('value', {
    filter: (node) => {
      const { className, parentNode } = node as unknown as ValueNode;
      return className === 'type' && isTerms(parentNode?.parentNode);
    },
    replacement: (text) => `${VALUE}${text}`,
  });
  converter.addRule('meaning', {
    filter: 'dd',
    replacement: (text, node) => {
      const meaning = text.trim().replaceAll('\n', '\n  ');
      const { parentNode } = node as unknown as Pick<ValueNode, 'parentNode'>;
      const hasValue = isTerms(parentNode) && parentNode?.querySelector('dt > .type');
      return hasValue ? ` (${meaning.replace(/\.$/, '')})\n` : `: ${meaning}\n`;
    },
  });
  converter.addRule('caption', {
    filter: 'figcaption',
    replacement: (text) => `\n\n${text.trim()}:\n\n`,
  });
  return converter;
}

/** The title and the summary of each page, in groups. */
function llmsText(pages: readonly (readonly [string, string])[], guides: readonly string[]): string {
  const lineOf = ([name, text]: readonly [string, string]): string => {
    const [title = '', lead = ''] = text.split('\n\n');
    return `- [${title.replace(/^# /, '')}](${BASE_URL}/docs/${name}.md): ${lead.replaceAll('\n', ' ')}`;
  };
  const ofGuides = pages.filter(([name]) => guides.includes(name));
  const ofOperations = pages.filter(([name]) => name !== 'index' && !guides.includes(name));
  return [
    TITLE,
    ABOUT,
    `Programs use the [OpenAPI document](${BASE_URL}/openapi.json), AI clients connect to ${BASE_URL}/mcp. [All of it in one text](${BASE_URL}/llms-full.txt).`,
    '## Guides',
    ofGuides.map(lineOf).join('\n'),
    '## Operations',
    ofOperations.map(lineOf).join('\n'),
    '',
  ].join('\n\n');
}
