import jira from 'jira2md';
import TurndownService from 'turndown';

/** Code in Jira's wiki markup, which is not markup itself. */
const CODE = /(?<!\{)\{(code|noformat)(?::([^}]*))?\}([^]*?)(?<!\{)\{\1\}/g;
const LANGUAGE = /^[a-z0-9+#-]+$/i;

/** Jira's wiki markup as Markdown; code and addresses stay as they are. */
export function fromJira(text: string): string {
  const kept: string[] = [];
  const keep = (part: string) => `\uE000${kept.push(part) - 1}\uE001`;
  const plain = text
    .replace(/\r\n?/g, '\n')
    .replace(/[\uE000\uE001]/g, '')
    .replace(CODE, (_whole, _kind, options: string | undefined, code: string) => keep(fenced(code, options)))
    .replace(/\[~(?:accountid:)?([^\]]+)\]/g, (_, person: string) => keep(`@${person}`))
    .replace(/(?<![|[!])https?:\/\/[^\s|\]!]+/g, keep)
    // Words such as my_own_name are no italics.
    .replace(/(?<=\w)_(?=\w)/g, () => keep('_'));
  const converted = jira.to_markdown(plain).replace(/<(\uE000\d+\uE001)>/g, '<$1>');
  return converted.replace(/\uE000(\d+)\uE001/g, (_, index: string) => kept[Number(index)]!).trim();
}

function fenced(code: string, options: string | undefined): string {
  const [language = ''] = (options ?? '').split('|');
  return `\`\`\`${LANGUAGE.test(language) ? language : ''}\n${code.replace(/^\n|\n$/g, '')}\n\`\`\``;
}

const html = new TurndownService({ headingStyle: 'atx', codeBlockStyle: 'fenced', bulletListMarker: '-' });

/** HTML as Markdown; other text stays as it is. */
export const fromHtml = (text: string): string => (/<[a-z][^>]*>/i.test(text) ? html.turndown(text) : text);
