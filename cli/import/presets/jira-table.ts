const ROW = /^\s*\|/;
const ROW_END = /\|\s*$/;

/** A row of a table: its cells, and which of them are headings. */
type TableRow = { text: string; isHeading: boolean }[];

/** The rows of a table that begins at a line, with the line after it; undefined where a row has no end. */
export function tableAt(
  lines: readonly string[],
  begin: number,
): { rows: TableRow[]; next: number } | undefined {
  const rows: TableRow[] = [];
  let next = begin;
  for (let end = rowEnd(lines, next); end !== undefined; end = rowEnd(lines, next)) {
    rows.push(cellsOf(lines.slice(next, end).join('\n')));
    next = end;
  }
  return rows.length > 0 ? { rows, next } : undefined;
}

/** The line after a row, whose cells can have line breaks; undefined for none. */
function rowEnd(lines: readonly string[], begin: number): number | undefined {
  if (begin >= lines.length || !ROW.test(lines[begin]!)) return undefined;
  for (let at = begin; at < lines.length; at++) {
    const line = lines[at]!;
    if (at > begin && (ROW.test(line) || line.trim() === '')) return undefined;
    if (ROW_END.test(line) && line.trim() !== '|' && line.trim() !== '||') return at + 1;
  }
  return undefined;
}

/** What has bars of its own within a cell: links, pictures, and bars that are text. */
const CELL_PART =
  /\[[^[\]|\n]*\|\s*(?:https?:|ftp:|file:|mailto:|[#^])[^[\]\n]*\]|![^\s!|][^!|\n]*\.\w{2,5}\|[^!|\n]*!|\{\{[^{}\n]*\}\}|\\.|\|\|?|[^[!{\\|]+|[^]/g;

function cellsOf(row: string): TableRow {
  const cells: TableRow = [];
  for (const part of row.trim().match(CELL_PART) ?? []) {
    if (part === '|' || part === '||') cells.push({ text: '', isHeading: part === '||' });
    else cells.at(-1)!.text += part;
  }
  // The last bar ends the row.
  return cells.slice(0, -1);
}

/** A table of Markdown, which has a row of headings and no line breaks in cells. */
export function tableMarkdown(rows: readonly TableRow[], oneLine: (text: string) => string): string[] {
  const width = Math.max(...rows.map(({ length }) => length));
  const textOf = (text: string): string =>
    text
      .split('\n')
      .map((line) => oneLine(line.replace(/^\s*[*#-]+\s+/, '• ')))
      .filter(Boolean)
      .join(' ')
      .replaceAll('|', String.raw`\|`);
  const lineOf = (row: TableRow, marksHeadings: boolean): string => {
    const cells = row.map(({ text, isHeading }) => {
      const shown = textOf(text);
      return marksHeadings && isHeading && shown !== '' ? `**${shown}**` : shown || ' ';
    });
    return `|${[...cells, ...Array.from({ length: width - cells.length }, () => ' ')].join('|')}|`;
  };
  const [first = [], ...others] = rows;
  const hasHeadings = first.every(({ isHeading }) => isHeading);
  return [
    lineOf(hasHeadings ? first : [], false),
    `|${' --- |'.repeat(width)}`,
    ...(hasHeadings ? others : rows).map((row) => lineOf(row, true)),
  ];
}
