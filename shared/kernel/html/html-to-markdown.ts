import { createContext, Script } from 'node:vm';
import TurndownService from 'turndown';

/** How long a conversion may take, in milliseconds: the library's patterns can take forever on hostile markup. */
const LIMIT_MS = 2_000;

const sandbox = createContext({ convert: (): string => '' });
const script = new Script('convert()');

/** What is used of an image; the library's types are those of browsers. */
type Image = { getAttribute: (name: string) => string | null };

const turndown = new TurndownService({
  headingStyle: 'atx',
  codeBlockStyle: 'fenced',
  bulletListMarker: '-',
})
  .remove(['style', 'script', 'title'])
  // An image would tell its sender who reads the text, and when: its words are enough.
  .addRule('image', {
    filter: 'img',
    replacement: (_, image) => (image as unknown as Image).getAttribute('alt') ?? '',
  });

/** HTML as Markdown; undefined if it is nested too deeply, or takes too long. */
export function htmlToMarkdown(html: string): string | undefined {
  sandbox['convert'] = () => turndown.turndown(html);
  try {
    return script.runInContext(sandbox, { timeout: LIMIT_MS }) as string;
  } catch (error) {
    const isTooLong = (error as { code?: string }).code === 'ERR_SCRIPT_EXECUTION_TIMEOUT';
    if (isTooLong || error instanceof RangeError) return undefined;
    throw error;
  }
}
