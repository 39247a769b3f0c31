import { cellText, type Cell, type Columns } from './output.ts';

/**
 * Rows as CSV (RFC 4180) with a line of headings. Spreadsheets take text that begins with `=`, `+`, `-` or `@` for a
 * formula, so a `'` is put in front of it (OWASP, CSV Injection).
 */
export function toCsv<T>(rows: readonly T[], columns: Columns<T>): string {
  const cells = rows.map((row) => Object.values(columns).map((column) => column(row)));
  return [Object.keys(columns), ...cells].map((line) => `${line.map(quoted).join(',')}\r\n`).join('');
}

function quoted(cell: Cell): string {
  const value = cell ?? '';
  const text = typeof value === 'number' ? String(value) : cellText(value).replace(/^[=+\-@\t\r]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
