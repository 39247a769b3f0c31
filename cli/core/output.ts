import Table from 'cli-table3';
import { styleText } from 'node:util';
import { cutLines, EMPTY, fitColumns } from './fit-columns.ts';
import { printable, styled, toJsonText, writeOutput, type Style } from './terminal.ts';

/** A cell's text with a style, which a text alone cannot have. */
interface StyledText {
  style: Style;
  text: string;
}

export type Cell = string | number | StyledText | null | undefined;

/**
 * The text of a column for a row. Where a terminal is too narrow, columns are left out from the right, those of `minor`
 * headings first.
 */
export type Columns<T> = Record<string, (row: T) => Cell>;

/** Headings of columns that say least to people, whatever lists they are in. */
const minor: ReadonlySet<string> = new Set(['id', 'created', 'added', 'address', 'zone']);

/** The output of a command: tables and sentences for people, or JSON for programs. */
export interface CommandOutput {
  readonly json: boolean;
  /** A list: one row per item. */
  list<T>(rows: readonly T[], columns: Columns<T>, none: string): void;
  /** One resource: a line per field that it has. */
  record<T>(resource: T, fields: Columns<T>): void;
  /** A drawing; in JSON mode, what it is drawn from. */
  draw(resource: unknown, drawing: string): void;
  /** Reports what was done; silent in JSON mode, where the resource is the output. */
  done(sentence: string): void;
  /** Additional information; silent in JSON mode. */
  note(sentence: string): void;
}

/** Writes to stdout; uses colors only if it is a terminal and NO_COLOR is not set. */
export const createOutput = (json: boolean): CommandOutput => (json ? jsonOutput : humanOutput);

const jsonOutput: CommandOutput = {
  json: true,
  list: (rows) => printJson(rows),
  record: (resource) => printJson(resource),
  draw: (resource) => printJson(resource),
  done: () => undefined,
  note: () => undefined,
};

const humanOutput: CommandOutput = {
  json: false,
  list(rows, columns, none) {
    if (rows.length === 0) return print(styled('dim', none));
    const headings = Object.keys(columns);
    const cells = rows.map((row) => headings.map((heading) => columns[heading]!(row)));
    print(renderTable(headings, cells));
  },
  record(resource, fields) {
    // What a resource does not have says nothing.
    const cells = Object.entries(fields)
      .map(([name, value]) => [name, value(resource)] as const)
      .filter(([, cell]) => cell !== null && cell !== undefined);
    const width = Math.max(...cells.map(([name]) => name.length));
    for (const [name, cell] of cells) print(`${styleText('cyan', name.padEnd(width))}  ${renderCell(cell)}`);
  },
  draw: (_, drawing) => print(drawing),
  done: (sentence) => print(`${styleText('green', '✓')} ${printable(sentence)}`),
  note: (sentence) => print(styled('yellow', sentence)),
};

/** A cell without its style, with times as people read them. */
export const cellText = (cell: Cell): string =>
  shownTimes((typeof cell === 'object' && cell !== null ? cell.text : String(cell ?? '')) || EMPTY);

/** Timestamps in a text to the minute, in UTC; midnight is the day. */
const shownTimes = (text: string): string =>
  text.replaceAll(/\b(\d{4}-\d\d-\d\d)T(\d\d:\d\d):\d\d(?:\.\d+)?Z/g, (whole, day: string, minute: string) =>
    /T00:00:00(?:\.0+)?Z$/.test(whole) ? day : `${day} ${minute}`,
  );

const renderCell = (cell: Cell): string =>
  typeof cell === 'object' && cell !== null ? styled(cell.style, cellText(cell)) : printable(cellText(cell));

const borders = 'top bottom left mid right'
  .split(' ')
  .flatMap((side) => [side, `${side}-mid`, `${side}-left`, `${side}-right`]);
const noBorders = { ...Object.fromEntries(borders.map((part) => [part, ''])), middle: '  ' };

/**
 * Formats a table without borders; `stream` is where it will be printed, which decides about colors and, if it is a
 * terminal, which columns there is room for. Piped, a table is whole.
 */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly Cell[])[],
  stream: NodeJS.WriteStream = process.stdout,
): string {
  const texts = rows.map((row) => row.map((cell) => printable(cellText(cell))));
  const all = { shown: headings.map((_, n) => n), widths: [] };
  const { shown, widths } =
    stream.isTTY && stream.columns > 0 ? fitColumns({ headings, rows: texts, minor }, stream.columns) : all;
  const cut = (text: string, position: number) => {
    const width = widths[position];
    return width === undefined ? text : cutLines(text, width);
  };
  const table = new Table({
    head: shown.map((n, position) => styleText('cyan', cut(headings[n]!, position), { stream })),
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(
    ...rows.map((row, line) =>
      shown.map((n, position) => {
        const text = cut(texts[line]![n]!, position);
        const cell = row[n];
        return typeof cell === 'object' && cell !== null ? styled(cell.style, text, stream) : text;
      }),
    ),
  );
  const lines = table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd());
  const left = headings.filter((_, n) => !shown.includes(n));
  if (left.length > 0)
    lines.push(styled('dim', `Not shown: ${left.join(', ')}. --json has everything.`, stream));
  return lines.join('\n');
}

const printJson = (value: unknown): void => print(toJsonText(value));

const print = (line: string): void => writeOutput(`${line}\n`);
