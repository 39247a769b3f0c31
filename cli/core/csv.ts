import { cellText, type Cell, type Columns } from './output.ts';

/**
 * Rows as CSV (RFC 4180) with a line of headings. Spreadsheets take text that begins with `=`, `+`, `-` or `@` for a
 * formula, so a `'` is put in front of it (OWASP, CSV Injection).
 */
export function toCsv<T>(rows: readonly T[], columns: Columns<T>): string {
  return [headingsOf(columns), ...rows.map((row) => csvLine(row, columns))].join('');
}

/** The same, a line at a time, for more rows than fit in memory. */
export async function* csvLines<T>(rows: AsyncIterable<T>, columns: Columns<T>): AsyncGenerator<string> {
  yield headingsOf(columns);
  for await (const row of rows) yield csvLine(row, columns);
}

const headingsOf = <T>(columns: Columns<T>): string => lineOf(Object.keys(columns));

const csvLine = <T>(row: T, columns: Columns<T>): string =>
  lineOf(Object.values(columns).map((column) => column(row)));

const lineOf = (cells: readonly Cell[]): string => `${cells.map(quoted).join(',')}\r\n`;

function quoted(cell: Cell): string {
  const value = cell ?? '';
  const text = typeof value === 'number' ? String(value) : cellText(value).replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
