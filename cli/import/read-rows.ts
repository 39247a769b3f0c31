import { CsvError, parse as parseCsv } from 'csv-parse/sync';
import { readFileSync } from 'node:fs';
import { basename, extname } from 'node:path';
import { CommandError, UsageError } from '../core/command-error.ts';
import { readStandardInput, STANDARD_INPUT } from '../core/standard-input.ts';
import { exceedsDepth, JSON_DEPTH_MAX } from './json-depth.ts';
import { trelloBoardSchema, readBoard } from './trello.ts';

/** A record of the file: its number from 1, and its values by column. */
export interface Row {
  number: number;
  values: Record<string, unknown>;
}

export const formats = ['json', 'jsonl', 'csv', 'tsv'] as const;
export type Format = (typeof formats)[number];

const extensions: Record<string, Format> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.tsv': 'tsv',
};

interface ReadOptions {
  format?: Format | undefined;
  /** Columns whose text is split at commas. */
  lists?: readonly string[];
  /** Whether to include archived cards of a board. */
  archived?: boolean;
}

/** The rows of a file, with remarks about it. */
interface RowsRead {
  rows: Row[];
  notes: string[];
}

/**
 * Reads the rows of a JSON file (an array, an object that contains one, or a Trello board), of JSON Lines, or
 * of CSV with a header, where columns of the same name become one list. Throws a CommandError with the
 * location of the error.
 */
export function readRows(
  file: string,
  { format = formatOf(file), lists = [], archived = false }: ReadOptions,
): RowsRead {
  const text = readText(file);
  const notes: string[] = [];
  const records = {
    json: () => readJson(text, file, { archived, notes }),
    jsonl: () => readJsonLines(text, file),
    csv: () => readCsv(text, file, delimiterOf(text)),
    tsv: () => readCsv(text, file, '\t'),
  }[format]();
  const rows = records.map((record, position): Row => {
    if (isRecord(record)) return { number: position + 1, values: splitLists(record, lists) };
    throw new CommandError(`Row ${position + 1} of ${fileName(file)} is not an object with named values.`);
  });
  if (rows.length === 0) throw new CommandError([`${fileName(file)} contains no rows.`, ...notes].join(' '));
  return { rows, notes };
}

/** How messages name a file. */
const fileName = (file: string): string => (file === STANDARD_INPUT ? 'Standard input' : basename(file));

/** All column names, in order of first appearance. */
export const columnsOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(({ values }) => Object.keys(values))),
];

function formatOf(file: string): Format {
  const extension = extname(file).toLowerCase();
  const format = Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
  if (format) return format;
  throw new UsageError(`Set the format of ${fileName(file)} with --format ${formats.join('|')}.`);
}

function readText(file: string): string {
  let bytes: Buffer;
  try {
    bytes = file === STANDARD_INPUT ? readStandardInput() : readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new CommandError(
      code === 'ENOENT' ? `There is no file ${file}.` : `${file} cannot be read (${code ?? String(error)}).`,
    );
  }
  try {
    // Also removes a byte order mark.
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new CommandError(`${file} is not UTF-8; convert it first, for example with iconv.`);
  }
}

function readJson(
  text: string,
  file: string,
  { archived, notes }: { archived: boolean; notes: string[] },
): unknown[] {
  const content = parseJson(text, fileName(file));
  if (Array.isArray(content)) return content;
  const board = trelloBoardSchema.safeParse(content);
  if (board.success) {
    const { records, left } = readBoard(board.data, { archived });
    if (left > 0) {
      notes.push(
        `${left} archived ${left === 1 ? 'card is' : 'cards are'} excluded; --archived includes them.`,
      );
    }
    return records;
  }
  const lists = Object.entries(isRecord(content) ? content : {}).filter(([, value]) => Array.isArray(value));
  if (lists.length === 1) return lists[0]![1] as unknown[];
  const names = lists.map(([name]) => name).join(', ');
  throw new CommandError(
    `${fileName(file)} must be an array, or an object that contains one; this one contains ${names || 'none'}.`,
  );
}

const readJsonLines = (text: string, file: string): unknown[] =>
  text
    .split('\n')
    .map((line, position) => ({ line, where: `Line ${position + 1} of ${fileName(file)}` }))
    .filter(({ line }) => line.trim() !== '')
    .map(({ line, where }) => parseJson(line, where));

function parseJson(text: string, where: string): unknown {
  let content: unknown;
  try {
    content = JSON.parse(text);
  } catch (error) {
    throw new CommandError(`${where} is not valid JSON: ${(error as Error).message}`);
  }
  if (!exceedsDepth(content)) return content;
  throw new CommandError(
    `${where} has values nested deeper than ${JSON_DEPTH_MAX} levels; remove or flatten them and import it again.`,
  );
}

function readCsv(text: string, file: string, delimiter: string): unknown[] {
  try {
    return parseCsv(text, {
      columns: true,
      group_columns_by_name: true,
      skip_empty_lines: true,
      delimiter,
    });
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    throw new CommandError(`${fileName(file)} is not valid CSV: ${error.message}.`);
  }
}

/** Spreadsheets in many European locales use semicolons. */
function delimiterOf(text: string): string {
  const [header = ''] = text.split('\n', 1);
  return header.split(';').length > header.split(',').length ? ';' : ',';
}

function splitLists(record: Record<string, unknown>, lists: readonly string[]): Record<string, unknown> {
  const split = lists.flatMap((column) => {
    const value = record[column];
    return typeof value === 'string' ? [[column, value.split(',').map((part) => part.trim())]] : [];
  });
  return { ...record, ...(Object.fromEntries(split) as Record<string, string[]>) };
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
