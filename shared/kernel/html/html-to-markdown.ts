import TurndownService from 'turndown';
import { convertWithin } from './convert-within.ts';

/** How long a conversion may take, in milliseconds. */
const LIMIT_MS = 2_000;

/** What is used of an image; the library's types are those of browsers. */
type Image = { getAttribute: (name: string) => string | null };

/** What writes HTML as Markdown in the form that stories have. */
export const markdownWriter = (): TurndownService =>
  new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });

const turndown = markdownWriter()
  .remove(['style', 'script', 'title'])
  // An image would tell its sender who reads the text, and when: its words are enough.
  .addRule('image', {
    filter: 'img',
    replacement: (_, image) => (image as unknown as Image).getAttribute('alt') ?? '',
  });

/** HTML as Markdown; undefined if it is nested too deeply, or takes too long. */
export const htmlToMarkdown = (html: string): string | undefined =>
  convertWithin(LIMIT_MS, () => turndown.turndown(html));
