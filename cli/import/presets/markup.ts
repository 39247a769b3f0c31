import jira from 'jira2md';
import { convertWithin } from '../../../shared/kernel/html/convert-within.ts';
import { markdownWriter } from '../../../shared/kernel/html/html-to-markdown.ts';

/** Code in Jira's wiki markup, which is not markup itself. */
const CODE = /(?<!\{)\{(code|noformat)(?::([^}]*))?\}([^]*?)(?<!\{)\{\1\}/g;
const LANGUAGE = /^[a-z0-9+#-]+$/i;

/**
 * How long the conversion of a text may take, in milliseconds: the libraries' patterns can take forever on a hostile one.
 * Each that takes too long leaves the next ones half of the time, so that many of them stop no import for long.
 */
const FIRST_LIMIT_MS = 512;
const LAST_LIMIT_MS = 64;

/** Of the file that is read: how long a text may take now, and how many have stayed as they were. */
const reading = { limitMs: FIRST_LIMIT_MS, unconverted: 0 };

/** Reads a file whose texts are converted. Returns also how many of them stayed as they were. */
export function converting<T>(read: () => T): { result: T; unconverted: number } {
  const begin = () => Object.assign(reading, { limitMs: FIRST_LIMIT_MS, unconverted: 0 });
  begin();
  try {
    return { result: read(), unconverted: reading.unconverted };
  } finally {
    begin();
  }
}

/** Converts a text; one that takes too long, or is nested too deeply, stays as it is. */
function converted(text: string, convert: (text: string) => string): string {
  const result = convertWithin(reading.limitMs, () => convert(text));
  if (result !== undefined) return result;
  reading.limitMs = Math.max(LAST_LIMIT_MS, reading.limitMs / 2);
  reading.unconverted++;
  return text;
}

/** Jira's wiki markup as Markdown; code and addresses stay as they are. */
export const fromJira = (text: string): string => converted(text, jiraToMarkdown);

function jiraToMarkdown(text: string): string {
  const kept: string[] = [];
  const keep = (part: string) => `\uE000${kept.push(part) - 1}\uE001`;
  const plain = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\uE000\uE001]/g, '')
    .replace(CODE, (_whole, _kind, options: string | undefined, code: string) => keep(fenced(code, options)))
    .replace(/\[~(?:accountid:)?([^\]]+)\]/g, (_, person: string) => keep(`@${person}`))
    .replace(/(?<![|[!])https?:\/\/[^\s|\]!\uE000\uE001]+/g, keep)
    // Words such as my_own_name are no italics.
    .replace(/(?<=\w)_(?=\w)/g, () => keep('_'));
  const markdown = jira.to_markdown(plain).replace(/<(\uE000\d+\uE001)>/g, '<$1>');
  // What is kept can have what was kept before it.
  const restored = (part: string): string =>
    part.replace(/\uE000(\d+)\uE001/g, (_, index: string) => restored(kept[Number(index)]!));
  return restored(markdown).trim();
}

function fenced(code: string, options: string | undefined): string {
  const [language = ''] = (options ?? '').split('|');
  return `\`\`\`${LANGUAGE.test(language) ? language : ''}\n${code.replace(/^\n|\n$/g, '')}\n\`\`\``;
}

const html = markdownWriter();

/** HTML as Markdown; other text stays as it is. */
export const fromHtml = (text: string): string =>
  converted(text, (one) => (/<[a-z][^>]*>/i.test(one) ? html.turndown(one) : one));
