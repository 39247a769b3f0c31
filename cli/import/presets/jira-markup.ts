import { codeSpan, inlineMarkdown, longestTicks, INVISIBLE_EDGE, type Attachments } from './jira-inline.ts';
import { tableAt, tableMarkdown } from './jira-table.ts';

/** What stands for code, and begins the lines where a block begins or ends: noncharacters of Unicode, which no text has. */
const [CODE, CODE_END, BLOCK] = ['\uFDD3', '\uFDD4', '\uFDD5'];
const CODE_MARK = /\uFDD3(\d+)\uFDD4/;
const NONCHARACTERS = /[\uFDD0-\uFDD5]/g;

/**
 * Jira's wiki markup as Markdown, by Atlassian's "Text Formatting Notation Help". What is not certainly markup stays as it
 * is; pictures and files are links to the attachments of their names.
 */
export function fromJira(text: string, attachments: Attachments = new Map()): string {
  const kept: Code[] = [];
  const source = keepCode(text.replace(/\r\n?/g, '\n').replace(NONCHARACTERS, ''), kept);
  const marked = withoutColors(markContainers(source)).split('\n');
  const lines = blocks(marked.map(withoutBlanksAtBlocks), { kept, attachments });
  return lines.join('\n').replaceAll(INVISIBLE_EDGE, '').trim();
}

/** A piece of code: its lines, or none where it is within a line. */
interface Code {
  span: string;
  lines: string[] | undefined;
}

interface JiraMarkupContext {
  kept: readonly Code[];
  attachments: Attachments;
}

/** Code, which is not markup itself, as marks for it; that without an end stays. */
function keepCode(text: string, kept: Code[]): string {
  const opening = /(?<![{\\])\{(code|noformat)(?::([^{}\n]*))?\}/g;
  const endless = new Set<string>();
  let [result, from] = ['', 0];
  for (let open = opening.exec(text); open; open = opening.exec(text)) {
    const [whole, kind = '', options = ''] = open;
    const begin = open.index + whole.length;
    const end = endless.has(kind) ? -1 : text.indexOf(`{${kind}}`, begin);
    if (end < 0) {
      endless.add(kind);
      continue;
    }
    const after = end + kind.length + 2;
    const before = text.slice(text.lastIndexOf('\n', open.index) + 1, open.index);
    const rest = /^[^\n]*/.exec(text.slice(after, after + 200))![0];
    const code = text.slice(begin, end);
    const isWithin = !code.includes('\n') && `${before}${rest}`.trim() !== '';
    kept.push({
      span: codeSpan(onOneLine(code)),
      lines: isWithin ? undefined : fenced(code, options),
    });
    result += `${text.slice(from, open.index)}${CODE}${kept.length - 1}${CODE_END}`;
    from = opening.lastIndex = after;
  }
  return result + text.slice(from);
}

const titleIn = (options: readonly string[]): string | undefined =>
  options
    .find((option) => option.startsWith('title='))
    ?.slice('title='.length)
    .trim();

const onOneLine = (text: string): string =>
  text
    .split('\n')
    .map((line, _, all) => (all.length > 1 ? line.trim() : line))
    .join(' ');

function fenced(code: string, options: string): string[] {
  const parts = options.split('|').map((part) => part.trim());
  const title = titleIn(parts);
  const [language = ''] = parts.flatMap((part) => /^(?:language=)?([a-z0-9+#-]+)$/i.exec(part)?.[1] ?? []);
  const fence = '`'.repeat(Math.max(2, longestTicks(code)) + 1);
  const lines = code.replace(/^[^\S\n]*\n|\n[^\S\n]*$/g, '').split('\n');
  return [...(title ? [`**${title}**`, ''] : []), `${fence}${language}`, ...lines, fence];
}

/** Colors are not kept; they can begin and end within words. Each round leads one level further out. */
function withoutColors(text: string): string {
  let result = text;
  for (let round = 0; round < COLOR_LEVELS; round++)
    result = result.replace(
      /\{color:[#\w(), .%]+\}((?:[^{]|\{(?!color[:}]))*)\{color\}/g,
      `${INVISIBLE_EDGE}$1${INVISIBLE_EDGE}`,
    );
  return result;
}

const COLOR_LEVELS = 3;

/** Quotes, panels and sections that have an end, with both on lines of their own. */
function markContainers(text: string): string {
  let result = text;
  for (const kind of ['quote', 'panel', 'expand']) {
    const pattern = new RegExp(String.raw`(?<!\\)\{${kind}(?::([^{}\n]*))?\}`, 'g');
    let isOpen = false;
    let left = [...result.matchAll(pattern)].length;
    result = result.replace(pattern, (whole, options = '') => {
      left--;
      if (!isOpen && left === 0) return whole;
      isOpen = !isOpen;
      return `\n${BLOCK}${isOpen ? `${kind}:${options}` : `/${kind}`}\n`;
    });
  }
  return result;
}

/** What was before and after a block on its line has lines of its own. */
function withoutBlanksAtBlocks(line: string, at: number, all: readonly string[]): string {
  if (all[at + 1]?.startsWith(BLOCK)) return line.trimEnd();
  return all[at - 1]?.startsWith(BLOCK) ? line.trimStart() : line;
}

const LIST = /^\s*([*#]+|-{1,3})[^\S\n]+(\S.*)$/;
const HEADING = /^\s*h([1-6])\.[^\S\n]+(.*)$/;
const RULE = /^\s*-{4,5}\s*$/;
const QUOTE_LINE = /^\s*bq\.[^\S\n]+(.*)$/;

/** The lines of a text as lines of Markdown. */
function blocks(lines: readonly string[], context: JiraMarkupContext): string[] {
  const out: string[] = [];
  let list: ListLevel[] = [];
  /** Whether the next line belongs to no block before it. */
  let isSeparate = false;
  const add = (added: readonly string[], separate = false) => {
    const isBlank = added.every((line) => line === '');
    if ((separate || isSeparate) && !isBlank && out.length > 0 && out.at(-1) !== '') out.push('');
    out.push(...added);
    isSeparate = separate || (isSeparate && isBlank);
  };
  for (let at = 0; at < lines.length;) {
    const line = lines[at]!.replace(/^[^\S\n]*\uFDD2+/, '');
    const container = containerAt(lines, at);
    const table = tableAt(lines, at);
    const item = listItem(line, list);
    const [, quote] = QUOTE_LINE.exec(line) ?? [];
    const [, level, heading = ''] = HEADING.exec(line) ?? [];
    if (container) add(quoted(container.title, blocks(container.lines, context)), true);
    else if (table)
      add(
        tableMarkdown(table.rows, (text) => oneLine(text, context)),
        true,
      );
    else if (quote !== undefined) add(quoted(undefined, inline(quote, context)), true);
    else if (RULE.test(line)) add(['---'], true);
    else if (level !== undefined) add([`${'#'.repeat(Number(level))} ${oneLine(heading, context)}`]);
    else if (item) add(itemLines(item, context));
    else if (!line.startsWith(BLOCK)) add(inline(line, context));
    const goesOn = line.trim() !== '' && !container && !table && quote === undefined && level === undefined;
    list = item?.list ?? (goesOn ? list : []);
    at = container?.next ?? table?.next ?? at + 1;
  }
  return out;
}

/** A level of a list: how many signs it has, and where its marker stands. */
interface ListLevel {
  depth: number;
  indent: number;
  marker: string;
}

interface ListItem {
  list: ListLevel[];
  text: string;
}

/** An item by its signs, of which the last says its kind; undefined for other lines. */
function listItem(line: string, before: readonly ListLevel[]): ListItem | undefined {
  const [, signs, text = ''] = LIST.exec(line) ?? [];
  if (signs === undefined) return undefined;
  const depth = signs.length;
  // Such as a signature after two hyphens, or words between asterisks.
  if (depth > 1 && before.length === 0 && (signs.startsWith('-') || text.endsWith(signs))) return undefined;
  const outer = before.filter((level) => level.depth < depth);
  const parent = outer.at(-1);
  const indent = parent === undefined ? 0 : parent.indent + parent.marker.length + 1;
  const marker = signs.endsWith('#') ? '1.' : signs.at(-1)!;
  return { list: [...outer, { depth, indent, marker }], text };
}

function itemLines({ list, text }: ListItem, context: JiraMarkupContext): string[] {
  const { marker, indent } = list.at(-1)!;
  const [first = '', ...more] = inline(text, context);
  const within = ' '.repeat(indent + marker.length + 1);
  return [
    `${' '.repeat(indent)}${marker} ${first}`,
    ...more.map((line) => (line === '' ? '' : within + line)),
  ];
}

/** The lines that a line becomes: of code with several, and after forced breaks. */
function inline(line: string, { kept, attachments }: JiraMarkupContext): string[] {
  const out: string[] = [''];
  for (const [position, part] of line.split(CODE_MARK).entries()) {
    const code = position % 2 === 1 ? kept[Number(part)]! : undefined;
    if (code?.lines) {
      const before = out.pop()!.trimEnd();
      out.push(...(before === '' ? [] : [before]), ...code.lines, '');
      continue;
    }
    const [first = '', ...more] = (code?.span ?? inlineMarkdown(part, attachments)).split('\n');
    const last = out.pop()!;
    out.push(last === '' && position > 0 ? first.trimStart() : `${last}${first}`);
    for (const next of more) out.push(`${out.pop()!.trimEnd()}  `, next.trimStart());
  }
  if (out.length > 1 && out.at(-1)!.trim() === '') out.pop();
  return out;
}

/** The same on one line, as headings and cells are. */
const oneLine = (text: string, { kept, attachments }: JiraMarkupContext): string =>
  text
    .split(CODE_MARK)
    .map((part, position) =>
      position % 2 === 1 ? kept[Number(part)]!.span : onOneLine(inlineMarkdown(part, attachments)),
    )
    .join('')
    .trim();

const quoted = (title: string | undefined, lines: readonly string[]): string[] =>
  [...(title ? [`**${title}**`, ''] : []), ...withoutBlankEnds(lines)].map((line) =>
    line === '' ? '>' : `> ${line}`,
  );

function withoutBlankEnds(lines: readonly string[]): string[] {
  const start = lines.findIndex((line) => line !== '');
  const end = lines.findLastIndex((line) => line !== '') + 1;
  return lines.slice(Math.max(start, 0), end);
}

/** A quote, panel or section that begins in a line, with the line after it. */
function containerAt(lines: readonly string[], at: number) {
  const [, kind, options = ''] = /^\uFDD5(\w+):(.*)$/.exec(lines[at]!) ?? [];
  const end = kind === undefined ? -1 : lines.indexOf(`${BLOCK}/${kind}`, at);
  if (end < 0) return undefined;
  const parts = options.split('|');
  const own = kind === 'expand' ? parts.find((part) => !part.includes('=')) : undefined;
  return { lines: lines.slice(at + 1, end), title: titleIn(parts) ?? own?.trim(), next: end + 1 };
}
