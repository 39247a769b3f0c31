import readWorkbookFile from 'read-excel-file/node';
import { basename } from 'node:path';
import { CommandError } from '../core/command-error.ts';
import { unreadable } from '../core/file-error.ts';
import { readStandardInput, STANDARD_INPUT } from '../core/standard-input.ts';

/** The cells of a workbook's first sheet that has any, as a spreadsheet would save them as CSV. */
export interface Workbook {
  cells: string[][];
  /** Remarks about the other sheets. */
  notes: string[];
}

/** Reads a workbook of Excel (.xlsx). Throws a CommandError if the file is none. */
export async function readWorkbook(file: string): Promise<Workbook> {
  const name = file === STANDARD_INPUT ? 'Standard input' : basename(file);
  let sheets: Awaited<ReturnType<typeof readWorkbookFile>>;
  try {
    sheets = await readWorkbookFile(file === STANDARD_INPUT ? readStandardInput() : file);
  } catch (error) {
    if (error instanceof Error && 'code' in error && 'path' in error)
      throw new CommandError(unreadable(file, error));
    throw new CommandError(`${name} is not a workbook of Excel (.xlsx): ${(error as Error).message}`);
  }
  const filled = sheets.filter(({ data }) => data.some((row) => row.some((cell) => textOf(cell) !== '')));
  const [first, ...others] = filled;
  const notes = others.map(({ sheet, data }) => `${sheet} (${data.length} rows)`);
  return {
    cells: (first?.data ?? []).map((row) => row.map(textOf)),
    notes: notes.length > 0 ? [`Sheets that are not read: ${notes.join(', ')}.`] : [],
  };
}

/** A day without a time is one, since a workbook has no offsets. */
function textOf(cell: unknown): string {
  if (typeof cell === 'number' || typeof cell === 'boolean') return String(cell);
  if (!(cell instanceof Date)) return typeof cell === 'string' ? cell : '';
  const instant = cell.toISOString();
  return instant.endsWith('T00:00:00.000Z') ? instant.slice(0, 10) : instant.slice(0, 19);
}
