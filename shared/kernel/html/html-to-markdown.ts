import TurndownService from 'turndown';
import { convertWithin } from './convert-within.ts';

/** How long a conversion may take, in milliseconds. */
const LIMIT_MS = 2_000;

/** What is used of an element; the library's types are those of browsers. */
type HtmlElement = {
  nodeName: string;
  nextElementSibling: HtmlElement | null;
  getAttribute: (name: string) => string | null;
};

/** What writes HTML as Markdown in the form that stories have. */
export const markdownWriter = (): TurndownService =>
  new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });

const turndown = markdownWriter()
  .remove(['style', 'script', 'title'])
  // An image would reveal to its sender who reads the text, and when: its words are enough.
  .addRule('image', {
    filter: 'img',
    replacement: (_, image) => (image as unknown as HtmlElement).getAttribute('alt') ?? '',
  })
  .addRule('quoted mail', {
    filter: (node) => beginsQuotedMail(node),
    replacement: (content) => `\n\n${'_'.repeat(32)}\n\n${content}\n\n`,
  })
  .addRule('line above it', {
    filter: (node) => isLineAbove(node),
    replacement: () => '',
  })
  .addRule('who is quoted', {
    filter: (node) => /(?:^|\s)(?:gmail_attr|moz-cite-prefix)(?:\s|$)/.test(classOf(node)),
    replacement: (content) => `\n\n${content.trim().replace(/^/gm, '> ')}\n\n`,
  });

const classOf = (node: unknown): string => (node as HtmlElement).getAttribute('class') ?? '';

function isLineAbove(node: unknown): boolean {
  const { nodeName, nextElementSibling: next } = node as HtmlElement;
  return nodeName === 'HR' && next !== null && beginsQuotedMail(next);
}

/** As Outlook marks where a mail that it answers begins: by an id, or for Windows by the border above the mail's head. */
function beginsQuotedMail(node: unknown): boolean {
  const element = node as HtmlElement;
  const id = element.getAttribute('id') ?? '';
  if (/^(?:x_)*(?:divRplyFwdMsg|mail-editor-reference-message-container)$/.test(id)) return true;
  return /border-top:\s*solid #(?:E1E1E1|B5C4DF) 1\.0pt/i.test(element.getAttribute('style') ?? '');
}

/** HTML as Markdown; undefined if it is nested too deeply, or takes too long. */
export const htmlToMarkdown = (html: string): string | undefined =>
  convertWithin(LIMIT_MS, () => turndown.turndown(html));
