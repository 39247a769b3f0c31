import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, extname } from 'node:path';
import type { StatusCategory } from '../../shared/kernel/core/status-category.ts';
import { CommandError, UsageError } from '../core/command-error.ts';
import { unreadable } from '../core/file-error.ts';
import { readStandardInput, STANDARD_INPUT } from '../core/standard-input.ts';
import { exceedsDepth, JSON_DEPTH_MAX } from './json-depth.ts';
import { decode } from './encoding.ts';
import { nameCells, readCsv } from './read-csv.ts';
import type { Workbook } from './read-workbook.ts';
import { converting } from './presets/markup.ts';
import { presets } from './presets/presets.ts';
import { isRecord, type Preset, type RowDetails } from './presets/preset.ts';

/** A record of the file: its number from 1, and its values by column. */
export interface Row {
  number: number;
  values: Record<string, unknown>;
  /** What the file says, if a preset has added values. */
  original?: Record<string, unknown>;
  details?: RowDetails;
  /** What its status means, where the file says it. */
  statusCategory?: StatusCategory | undefined;
  /** Whether it was archived there. */
  isArchived?: boolean;
}

export const formats = ['json', 'jsonl', 'csv', 'tsv', 'xlsx'] as const;
export type Format = (typeof formats)[number];

const extensions: Record<string, Format> = {
  '.json': 'json',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.csv': 'csv',
  '.tsv': 'tsv',
  '.xlsx': 'xlsx',
};

interface ReadOptions {
  format?: Format | undefined;
  /** Columns whose text is split at commas. */
  lists?: readonly string[];
  preset?: Preset | undefined;
  /** Whether to include what was archived. */
  archived?: boolean;
  /** What `workbookOf` gives of the file. */
  workbook?: Workbook | undefined;
}

/** The cells of a file that is a workbook; undefined for others. The library that reads it is loaded only then. */
export async function workbookOf(file: string, format?: Format): Promise<Workbook | undefined> {
  if ((format ?? formatOf(file)) !== 'xlsx') return undefined;
  const { readWorkbook } = await import('./read-workbook.ts');
  return await readWorkbook(file);
}

/** The rows of a file, with remarks about it. */
interface RowsRead {
  rows: Row[];
  notes: string[];
  /** The preset that was asked for, or recognized. */
  preset: Preset | undefined;
}

/**
 * Reads the rows of a JSON file (an array, or an object that contains one), of JSON Lines, or of CSV with a header,
 * where columns of the same name become one list; with a preset, of what its tracker exports. Throws a CommandError
 * with the location of the error.
 */
export function readRows(
  file: string,
  { format = formatOf(file), lists = [], preset: given, archived = false, workbook }: ReadOptions,
): RowsRead {
  const notes: string[] = [];
  const { text, utf8, encoding } = decode(format === 'xlsx' ? Buffer.alloc(0) : readBytes(file));
  if (encoding !== 'UTF-8') notes.push(`${fileName(file)} is read as ${encoding}.`);
  let preset = given;
  const nameOf = (name: string) => preset?.columnName?.(name) ?? name;
  const readRecords = {
    json: () => {
      const content = parseJson(text(), fileName(file));
      // A board is recognized by its form.
      if (!preset && presets.trello.read?.(content)) preset = presets.trello;
      notes.push(...(preset?.notes?.(content) ?? []));
      return recordsOf(content, file, preset);
    },
    jsonl: () => readJsonLines(text(), file),
    csv: () => readCsv(utf8(), { file: fileName(file), nameOf, notes, table: preset?.table }),
    tsv: () =>
      readCsv(utf8(), { file: fileName(file), nameOf, notes, table: preset?.table, delimiter: '\t' }),
    xlsx: () => {
      const { cells, notes: remarks } = workbook!;
      notes.push(...remarks);
      return preset?.table?.(cells) ?? nameCells(cells, { nameOf, notes });
    },
  }[format];
  const omitted = new Map<string, number>();
  const { result: rows, unconverted } = converting(() => {
    const records = readRecords();
    const all = [...lists, ...(preset?.lists ?? [])];
    const others = preset?.index?.(records.filter(isRecord));
    return records.flatMap((record, position): Row[] => {
      if (!isRecord(record)) {
        throw new CommandError(
          `Row ${position + 1} of ${fileName(file)} is not an object with named values.`,
        );
      }
      const reason = omissionOf(record, preset, archived);
      if (reason === undefined) return [rowOf(record, { number: position + 1, lists: all, preset, others })];
      omitted.set(reason, (omitted.get(reason) ?? 0) + 1);
      return [];
    });
  });
  if (unconverted > 0)
    notes.push(`Texts that keep their markup, since its conversion takes too long: ${unconverted}.`);
  for (const [reason, count] of omitted)
    notes.push(
      reason === ARCHIVED
        ? `Archived rows that are excluded: ${count}; --archived includes them.`
        : `${reason} that are excluded: ${count}.`,
    );
  const archivedRows = rows.filter(({ isArchived }) => isArchived).length;
  if (archivedRows > 0) notes.push(`Rows that become archived stories: ${archivedRows}.`);
  if (rows.length === 0) throw new CommandError([`${fileName(file)} contains no rows.`, ...notes].join(' '));
  return { rows, notes, preset };
}

const ARCHIVED = 'Archived rows';

/** Why a record is not imported; undefined for one that is. */
function omissionOf(
  record: Record<string, unknown>,
  preset: Preset | undefined,
  archived: boolean,
): string | undefined {
  if (!archived && preset?.isArchived?.(record)) return ARCHIVED;
  return preset?.leavesOut?.(record);
}

interface RowContext {
  number: number;
  lists: readonly string[];
  preset: Preset | undefined;
  others: ReturnType<NonNullable<Preset['index']>> | undefined;
}

function rowOf(record: Record<string, unknown>, { number, lists, preset, others }: RowContext): Row {
  const original = splitLists(record, lists);
  if (!preset) return { number, values: original };
  const { values, details, statusCategory } = preset.tidy?.(original, others) ?? { values: original };
  const isArchived = preset.isArchived?.(record) === true;
  const all = { comments: [], links: [], times: [], ...details };
  return { number, values, original, details: all, statusCategory, isArchived };
}

/** How messages name a file. */
const fileName = (file: string): string => (file === STANDARD_INPUT ? 'Standard input' : basename(file));

/** All column names, in order of first appearance. */
export const columnsOf = (rows: readonly Row[]): string[] => [
  ...new Set(rows.flatMap(({ values, original }) => Object.keys(original ?? values))),
];

function formatOf(file: string): Format {
  const extension = extname(file).toLowerCase();
  const format = Object.hasOwn(extensions, extension) ? extensions[extension] : undefined;
  if (format) return format;
  if (file !== STANDARD_INPUT && !existsSync(file))
    throw new CommandError(unreadable(file, { code: 'ENOENT' }));
  if (isFolder(file)) throw new CommandError(unreadable(file, { code: 'EISDIR' }));
  throw new UsageError(`Set the format of ${fileName(file)} with --format ${formats.join('|')}.`);
}

const isFolder = (file: string): boolean => statSync(file, { throwIfNoEntry: false })?.isDirectory() ?? false;

function readBytes(file: string): Buffer {
  try {
    return file === STANDARD_INPUT ? readStandardInput() : readFileSync(file);
  } catch (error) {
    throw new CommandError(unreadable(file, error));
  }
}

function recordsOf(content: unknown, file: string, preset: Preset | undefined): unknown[] {
  const own = preset?.read?.(content);
  if (own) return own;
  if (Array.isArray(content)) return content;
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

function splitLists(record: Record<string, unknown>, lists: readonly string[]): Record<string, unknown> {
  const split = lists.flatMap((column) => {
    const value = record[column];
    return typeof value === 'string' ? [[column, value.split(',').map((part) => part.trim())]] : [];
  });
  return split.length === 0
    ? record
    : { ...record, ...(Object.fromEntries(split) as Record<string, string[]>) };
}
