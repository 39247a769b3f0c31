import { CsvError, parse, type Options } from 'csv-parse/sync';
import { CommandError } from '../core/command-error.ts';
import { plain, usualColumns } from './fields.ts';
import type { Preset } from './presets/preset.ts';

interface CsvOptions {
  /** How messages name the file. */
  file: string;
  /** The name of a column, as the preset knows it. */
  nameOf: (name: string) => string;
  /** Takes remarks about the file. */
  notes: string[];
  delimiter?: string;
  /** Makes records of the rows, where they are not one table. */
  table?: Preset['table'] | undefined;
}

/** The line that some spreadsheets write and read before the headings. */
const SEPARATOR = /^"?sep=([^"\r\n])"?\r?(?:\n|$)/i;

/**
 * The records of a file in CSV, as spreadsheets and editors leave it: rows can be shorter than the headings, and blank
 * ones are none. Each is named as it is read, so that a large file is not held twice.
 */
export function readCsv(
  utf8: Buffer,
  { file, nameOf, notes, delimiter: given, table }: CsvOptions,
): unknown[] {
  const [line = '', separator] = SEPARATOR.exec(utf8.toString('utf8', 0, 'sep=,""\r\n'.length)) ?? [];
  const whole = utf8.subarray(Buffer.byteLength(line));
  const delimiter = given ?? separator ?? delimiterOf(whole);
  const titles = table ? 0 : titleLines(whole, delimiter);
  const rest = whole.subarray(titles);
  if (titles > 0) notes.push('Lines before the headings are left out.');
  const attempts: Options[] = [
    {},
    // Quotation marks within a cell that are neither doubled nor around it.
    delimiter === '\t' ? { quote: null } : { relax_quotes: true },
  ];
  let problem: CsvError | undefined;
  const inner = delimiter === ',' ? unwrapped(rest) : undefined;
  if (inner) {
    notes.push(
      'The file was saved by a spreadsheet that took each row for one cell; it is read as it was before.',
    );
    return readCsv(inner, { file, nameOf, notes, delimiter, table });
  }
  for (const attempt of attempts) {
    try {
      const { records, remarks } = parseRecords(rest, { ...attempt, delimiter }, { nameOf, table });
      if (problem)
        notes.push(
          `Quotation marks within cells are read as text, first in line ${Number(problem['lines'])}.`,
        );
      notes.push(...remarks);
      return records;
    } catch (error) {
      if (!(error instanceof CsvError)) throw error;
      problem ??= error;
    }
  }
  throw new CommandError(`${file} is not valid CSV: ${problem!.message}.`);
}

/** A row that is one cell, in quotation marks and with doubled ones in it. */
const WRAPPED_ROW = /^"((?:[^"]|"")*)";*$/;
const HEADINGS_MIN = 4;
const SAMPLE_BYTES = 64 * 1024;

/**
 * What a file with commas was before a spreadsheet that separates cells with semicolons saved it: each line was one cell of
 * it, or several where it had semicolons. Undefined for other files.
 */
function unwrapped(utf8: Buffer): Buffer | undefined {
  const [heading = '', second = ''] = utf8.toString('utf8', 0, SAMPLE_BYTES).split(/\r?\n/, 2);
  const row = WRAPPED_ROW.exec(second)?.[1] ?? '';
  const isOneCell = row.includes('""') && row.includes(',');
  if (!isOneCell || heading.includes('"') || heading.split(',').length < HEADINGS_MIN) return undefined;
  try {
    const lines: string[][] = parse(utf8, { delimiter: ';', relax_column_count: true });
    return Buffer.from(lines.map((cells) => cells.join(';').replace(/;+$/, '')).join('\n'));
  } catch (error) {
    if (error instanceof CsvError) return undefined;
    throw error;
  }
}

/** Names the rows of a table by its headings, the first row that has any, and remarks on what is odd. */
function recordReader(nameOf: (name: string) => string) {
  let names: readonly string[] | undefined;
  const remarks: string[] = [];
  const long = { count: 0, first: 0 };
  return {
    /** The record of a row; undefined for headings and blank rows. */
    take(cells: readonly string[], line: number): Record<string, unknown> | undefined {
      if (cells.every((cell) => cell.trim() === '')) return undefined;
      if (names) {
        if (cells.slice(names.length).some((cell) => cell.trim() !== '') && ++long.count === 1)
          long.first = line;
        return named(names, cells);
      }
      const headings = cells.map((cell) =>
        cell
          .replace(/\s+/g, ' ')
          .replace(/^ *"(.*)" *$/, '$1')
          .trim(),
      );
      names = headings.map((heading, at) => (heading === '' ? `Column ${at + 1}` : nameOf(heading)));
      remarks.push(...namesNote(headings, names));
      return undefined;
    },
    remarks: (): string[] =>
      long.count > 0
        ? [
            ...remarks,
            `Rows with more cells than there are headings, of which the last are left out: ${long.count}, first in line ${long.first}.`,
          ]
        : remarks,
  };
}

/** The records of a spreadsheet's rows. */
export function nameCells(
  cells: readonly (readonly string[])[],
  { nameOf, notes }: Pick<CsvOptions, 'nameOf' | 'notes'>,
): Record<string, unknown>[] {
  const reader = recordReader(nameOf);
  const records = cells.map((row, at) => reader.take(row, at + 1)).filter((record) => record !== undefined);
  notes.push(...reader.remarks());
  return records;
}

function parseRecords(
  utf8: Buffer,
  options: Options,
  { nameOf, table }: Pick<CsvOptions, 'nameOf' | 'table'>,
): { records: unknown[]; remarks: string[] } {
  const usual: Options = { skip_empty_lines: true, relax_column_count: true, ...options };
  if (table) return { records: table(parse(utf8, usual)), remarks: [] };
  const reader = recordReader(nameOf);
  const onRecord = (cells: string[], { lines }: { lines: number }) => reader.take(cells, lines);
  const records: unknown[] = parse(utf8, { ...usual, on_record: onRecord as never });
  return { records, remarks: reader.remarks() };
}

const RENAMED_SHOWN = 8;

/** What columns in another language are called in everything that follows. */
function namesNote(headings: readonly string[], names: readonly string[]): string[] {
  const pairs = [...new Map(headings.map((heading, at) => [heading, names[at]!]))];
  const renamed = pairs.filter(([heading, name]) => heading !== '' && heading !== name);
  if (renamed.length === 0) return [];
  const shown = renamed.slice(0, RENAMED_SHOWN).map(([heading, name]) => `${heading} is ${name}`);
  const more = renamed.length > RENAMED_SHOWN ? ` and ${renamed.length - RENAMED_SHOWN} more` : '';
  return [`Columns are read by their English names: ${shown.join(', ')}${more}.`];
}

/** A record by the names of its columns, whatever those are; columns of the same name are a list. */
function named(names: readonly string[], cells: readonly string[]): Record<string, unknown> {
  const record = new Map<string, string | string[]>();
  for (const [position, name] of names.entries()) {
    const [before, cell = ''] = [record.get(name), cells[position]];
    // A column without a heading is one only where it has a value.
    if (cell === '' && name === `Column ${position + 1}`) continue;
    record.set(name, before === undefined ? cell : [before, cell].flat());
  }
  return Object.fromEntries(record);
}

/** Of the lines before this one, the first that has separators shows which they are: others are titles. */
const TITLE_LINES_MAX = 20;

/** The bytes of the lines before the headings: titles without separators, before two lines with equally many. */
function titleLines(utf8: Buffer, delimiter: string): number {
  const lines = utf8.toString('utf8', 0, SAMPLE_BYTES).split('\n', TITLE_LINES_MAX);
  const counts = lines.map((line) => line.replace(/"[^"]*"/g, '').split(delimiter).length);
  const at = counts.findIndex((count) => count > 1);
  const isTable = at > 0 && counts[at]! > 2 && counts[at] === counts[at + 1];
  const isTitle = isTable && !usualColumns('title').includes(plain(lines[0]!));
  return isTitle ? Buffer.byteLength(`${lines.slice(0, at).join('\n')}\n`) : 0;
}

/** Spreadsheets in many European locales use semicolons; what is copied out of one has tabs. */
function delimiterOf(utf8: Buffer): string {
  const lines = utf8
    .toString('utf8', 0, SAMPLE_BYTES)
    .replace(/"[^"]*"/g, '')
    .split('\n', TITLE_LINES_MAX);
  const line = lines.find((each) => /[,;\t]/.test(each)) ?? '';
  const count = (delimiter: string) => line.split(delimiter).length;
  return [',', ';', '\t'].reduce((a, b) => (count(b) > count(a) ? b : a));
}
