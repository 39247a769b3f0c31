/**
 * A line of CSV (RFC 4180). Spreadsheets take text that begins with `=`, `+`, `-` or `@`, also in full width, for a formula,
 * so a `'` is put in front of it (OWASP, CSV Injection).
 */
export const csvLine = (cells: readonly (string | number)[]): string => `${cells.map(quoted).join(',')}\r\n`;

function quoted(cell: string | number): string {
  const text = typeof cell === 'number' ? String(cell) : cell.replace(/^[=+\-@\t\r\n＝＋－＠]/, "'$&");
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * The first line of a table. By its byte order mark, Excel knows that the text is UTF-8; without one it takes the
 * encoding of the machine, in which letters with accents become other signs.
 */
export const csvHeading = (names: readonly string[]): string => `\uFEFF${csvLine(names)}`;
