import { csvHeading, csvLine } from '../../shared/kernel/core/csv.ts';
import { cellText, type Cell, type Columns } from './output.ts';

/** Rows as CSV with a line of headings. */
export function toCsv<T>(rows: readonly T[], columns: Columns<T>): string {
  const lines = rows.map((row) => Object.values(columns).map((column) => textOf(column(row))));
  return [csvHeading(Object.keys(columns)), ...lines.map(csvLine)].join('');
}

const textOf = (cell: Cell): string | number => (typeof cell === 'number' ? cell : cellText(cell ?? ''));
