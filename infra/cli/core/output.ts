import Table from 'cli-table3';
import { styleText } from 'node:util';

/** The text of a column for a row. */
export type Columns<T> = Record<string, (row: T) => string | number | null | undefined>;

/** Where the results of a command go: tables and sentences for people, or JSON for programs. */
export interface Output {
  readonly json: boolean;
  /** A list: one row per item. */
  list<T>(rows: readonly T[], columns: Columns<T>, none: string): void;
  /** One resource: a line per field. */
  record<T>(resource: T, fields: Columns<T>): void;
  /** A drawing; in JSON mode, what it is drawn from. */
  draw(resource: unknown, drawing: string): void;
  /** Reports what was done; silent in JSON mode, where the resource is the output. */
  done(sentence: string): void;
  /** Additional information; silent in JSON mode. */
  note(sentence: string): void;
}

/** Writes to stdout; uses colors only if it is a terminal and NO_COLOR is not set. */
export const createOutput = (json: boolean): Output => (json ? jsonOutput : humanOutput);

const jsonOutput: Output = {
  json: true,
  list: (rows) => printJson(rows),
  record: (resource) => printJson(resource),
  draw: (resource) => printJson(resource),
  done: () => undefined,
  note: () => undefined,
};

const humanOutput: Output = {
  json: false,
  list(rows, columns, none) {
    if (rows.length === 0) return print(styleText('dim', none));
    const headings = Object.keys(columns);
    const cells = rows.map((row) => headings.map((heading) => cell(columns[heading]!(row))));
    print(renderTable(headings, cells));
  },
  record(resource, fields) {
    const width = Math.max(...Object.keys(fields).map(({ length }) => length));
    for (const [name, value] of Object.entries(fields)) {
      print(`${styleText('cyan', name.padEnd(width))}  ${printable(cell(value(resource)))}`);
    }
  },
  draw: (_, drawing) => print(printable(drawing)),
  done: (sentence) => print(`${styleText('green', '✓')} ${sentence}`),
  note: (sentence) => print(styleText('yellow', printable(sentence))),
};

const cell = (value: string | number | null | undefined): string => String(value ?? '-');

const noBorders = {
  ...{ top: '', 'top-mid': '', 'top-left': '', 'top-right': '' },
  ...{ bottom: '', 'bottom-mid': '', 'bottom-left': '', 'bottom-right': '' },
  ...{ left: '', 'left-mid': '', mid: '', 'mid-mid': '', right: '', 'right-mid': '', middle: '  ' },
};

/** Formats a table without borders; `stream` is where it will be printed, which decides about colors. */
export function renderTable(
  headings: readonly string[],
  rows: readonly (readonly string[])[],
  stream: NodeJS.WriteStream = process.stdout,
): string {
  const table = new Table({
    head: headings.map((heading) => styleText('cyan', heading, { stream })),
    chars: noBorders,
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 0 },
  });
  table.push(...rows.map((row) => row.map(printable)));
  return table
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
}

const CONTROL = /\u001b(?!\[[\d;]*m)|[\u0000-\u0009\u000b-\u001a\u001c-\u001f\u007f-\u009f]/g;

/** Removes terminal control sequences from a text, except colors. */
export const printable = (text: string): string => text.replace(CONTROL, ' ');

const printJson = (value: unknown): void => print(JSON.stringify(value, null, 2));

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
