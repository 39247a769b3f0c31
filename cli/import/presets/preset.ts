import type { StatusCategory } from '../../../shared/kernel/core/status-category.ts';
import type { Field } from '../fields.ts';

/** A comment of a row, with author and time as the other tool writes them. */
export interface RowComment {
  author: string | undefined;
  /** What a map of people can call the author besides. */
  login?: string | undefined;
  at: string | undefined;
  text: string;
}

/** A page or file that belongs to a row. */
export interface RowLink {
  url: string;
  title: string | undefined;
}

/** Work on a row that was logged, with its start as the other tool writes it. */
export interface RowTime {
  author: string | undefined;
  at: string | undefined;
  seconds: number;
  note: string | undefined;
}

/** What belongs to a row besides the fields of its story. */
export interface RowDetails {
  comments: RowComment[];
  links: RowLink[];
  times: RowTime[];
  /** How many people have voted for it, of whom the file does not say who they are. */
  votes?: number;
}

/** A record with values that fields can be mapped to, in addition to its own. */
interface TidyRecord {
  values: Record<string, unknown>;
  details?: Partial<RowDetails>;
  /** What the status means, where the file says it. */
  statusCategory?: StatusCategory | undefined;
}

/** How the export of another tracker is read. It is data but for `read` and `tidy`; the pipeline is the same for all. */
export interface Preset {
  /** The tracker's name for people. */
  tool: string;
  /** Whether its rows are ideas for a portal, not stories. */
  isOfIdeas?: true;
  /** The sources of fields, as `--map` takes them; those without a column in the file are left out. */
  map: Partial<Record<Field, string>>;
  /** Whether the first column is the title, whatever it is called. */
  titleIsFirst?: boolean;
  /** What parents and relations call other rows, if not by their keys. */
  namedBy?: 'title';
  /** Columns whose text is a list with commas. */
  lists?: readonly string[];
  statusMap?: string;
  priorityMap?: string;
  /** The address of a row, with `{id}`, where rows have none. */
  sourceUrl?: string;
  /** Columns that `tidy` reads, and what they become. */
  uses?: Readonly<Record<string, string>>;
  /** Columns that are not imported, and why. */
  omits?: Readonly<Record<string, string>>;
  /** The name of the custom field that a column becomes which nothing else takes, if not its own; undefined for none. */
  customField?(column: string): string | undefined;
  /** The records in a JSON file; undefined if the file is not this tracker's. */
  read?(content: unknown): Record<string, unknown>[] | undefined;
  /** The records in the rows of a spreadsheet that is not one table with headings. */
  table?: (cells: readonly (readonly string[])[]) => Record<string, unknown>[];
  /** Whether a record was archived, and so is not imported unless it is asked for. */
  isArchived?(record: Record<string, unknown>): boolean;
  /** What a record is that is no work, such as a template; it is not imported. Undefined for work. */
  leavesOut?(record: Record<string, unknown>): string | undefined;
  /** Remarks about the content of a JSON file. */
  notes?(content: unknown): string[];
  /** Whether its dates of completion are those of the last move, which can be to any status. */
  datesMoves?: boolean;
  /** Whether it writes times as they are where who exports is, without saying where that is. */
  hasLocalTimes?: boolean;
  /** What the name of a column in another language means; its own for others. */
  columnName?(name: string): string;
  /** What `tidy` needs to know of the other records. */
  index?(records: readonly Record<string, unknown>[]): ReadonlyMap<string, Record<string, unknown>>;
  tidy?(record: Record<string, unknown>, others?: ReadonlyMap<string, Record<string, unknown>>): TidyRecord;
  /** What texts call a row; the first group is its key, unless `mentionedKey` says which it is in a row. */
  mention?: RegExp;
  mentionedKey?(mention: string, ownKey: string): string;
}

/** An entry of a table by a name from a file, which may be that of a member of every object, such as `constructor`. */
export const entryOf = <T>(table: Readonly<Record<string, T>> | undefined, name: string): T | undefined =>
  table && Object.hasOwn(table, name) ? table[name] : undefined;

/** Keys such as PAY-2, as Jira, Linear and Plane write them in texts. */
export const KEY_MENTION = /(?<![\w/-])([A-Z][A-Z0-9_]*-\d+)(?![\w-])/g;

/** The sources of fields as `--map` takes them, with semicolons between. */
export const sources = (text: string): Partial<Record<Field, string>> =>
  Object.fromEntries(
    text.split(';').map((pair) => {
      const [, field, source] = /^\s*(\w+)=(.*?)\s*$/s.exec(pair)!;
      return [field, source] as const;
    }),
  ) as Partial<Record<Field, string>>;

/** What is said of each column, from what is said and of which columns, with bars between. */
export const columnsBy = (columns: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(columns).flatMap(([said, names]) => names.split(/\|\s*/).map((name) => [name, said])),
  );

/** The name of the custom field that a column becomes which nothing else takes; undefined for none. */
export const customFieldName = (preset: Preset, column: string): string | undefined =>
  entryOf(preset.omits, column) !== undefined || entryOf(preset.uses, column) !== undefined
    ? undefined
    : preset.customField
      ? preset.customField(column)
      : column;

/** A value as text; undefined if it has none. */
export function textOf(value: unknown): string | undefined {
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

/** A value as a list: columns of the same name are one, a single value is a list of itself. */
export const listOf = (value: unknown): unknown[] =>
  Array.isArray(value) ? value : value === undefined || value === null || value === '' ? [] : [value];

/** Its non-blank texts. */
export const textsOf = (value: unknown): string[] => listOf(value).flatMap((one) => textOf(one) ?? []);

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Items of a list of work as Markdown. */
export const checklist = (
  items: readonly { text: string; done: boolean }[],
  name?: string,
): string | undefined =>
  items.length === 0
    ? undefined
    : [
        ...(name === undefined ? [] : [`**${name}**`, '']),
        ...items.map(({ text, done }) => `- [${done ? 'x' : ' '}] ${text.replace(/\s+/g, ' ').trim()}`),
      ].join('\n');

/** Parts of a description, with blank lines between. */
export const paragraphs = (...parts: (string | undefined)[]): string | undefined => {
  const present = parts.filter((part) => part !== undefined && part.trim() !== '');
  return present.length > 0 ? present.join('\n\n') : undefined;
};

/** A part of a description under its heading; undefined without a text. */
export function headed(heading: string, value: unknown): string | undefined {
  const text = textOf(value);
  return text && `**${heading}**\n\n${text}`;
}
