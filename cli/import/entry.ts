import { createHash } from 'node:crypto';
import { LABELS_MAX, type Story } from '../../shared/planning/stories/story.ts';
import { CommandError } from '../core/command-error.ts';
import { dateReader, type DateFormat, type DateReader } from './dates.ts';
import { evaluate, select } from './expression.ts';
import {
  dateFields,
  relationFields,
  type CustomColumn,
  type DateField,
  type Field,
  type RelationField,
} from './fields.ts';
import { externalOf, repeatedExternals, type ExternalIdentity, type ExternalRules } from './external.ts';
import { customColumnsOf, type Mapping } from './mapping.ts';
import { nameProblem } from './name-problem.ts';
import { keptNumbers, numberedKey, type NumberedKey } from './numbered-key.ts';
import type { PeopleMap } from './people-map.ts';
import type { RowComment, RowLink, RowTime } from './presets/preset.ts';
import type { Row } from './read-rows.ts';
import { parsePairs } from './status-map.ts';
import { parsePriority, priorities } from '../../shared/kernel/core/priority.ts';
import { withoutOverrides } from '../../shared/kernel/core/visible.ts';

/** A value that was omitted because it is invalid, shortened, or chosen among several. */
export interface Remark {
  code: 'dropped' | 'shortened' | 'chosen' | 'unassigned';
  field: Field | CustomColumn;
  value: string;
  /** A clause about the value, such as `is not a number`. */
  reason: string;
  /** Whether the reason is a rule of the service, which can be understood without the value. */
  isRule?: true;
}

/** A row as a story, with names in place of ids. */
export interface ImportEntry {
  row: number;
  /** The row's key, if the file has keys. */
  key: string | undefined;
  /** The code and number in its key, which its story keeps where its team is new. */
  numbered: NumberedKey | undefined;
  /** The value that parents of other rows refer to, if it is not the key. */
  parentKey: string | undefined;
  /** The identity of the row in this and later imports: its key, or its content. */
  identity: string;
  title: string;
  description: string | undefined;
  team: string | undefined;
  status: string | undefined;
  assignee: string | undefined;
  reporter: string | undefined;
  labels: string[];
  priority: Story['priority'] | undefined;
  estimateValue: number | undefined;
  estimatedDurationMinutes: number | undefined;
  startDate: string | undefined;
  endDate: string | undefined;
  createdAt: string | undefined;
  startedAt: string | undefined;
  completedAt: string | undefined;
  parent: string | undefined;
  sprint: string | undefined;
  sprintStart: string | undefined;
  sprintEnd: string | undefined;
  objective: string | undefined;
  /** The rows that it names as related, by their keys. */
  relations: { field: RelationField; key: string }[];
  /** What the row is called in the tool it comes from. */
  external: ExternalIdentity | undefined;
  comments: readonly RowComment[];
  links: readonly RowLink[];
  times: readonly RowTime[];
  /** The texts for custom fields, of those that have any. */
  customFields: { column: CustomColumn; texts: string[] }[];
  /** Why the row cannot become a story. */
  problems: string[];
  /** Remarks about its values. */
  remarks: Remark[];
}

interface ReadEntriesOptions {
  dateFormat?: DateFormat | undefined;
  /** Maps names of people in the file to members. */
  people?: PeopleMap | undefined;
  /** Maps values to priorities, by lower-case value. */
  priorities?: ReadonlyMap<string, Story['priority']>;
  /** How rows without columns for it are called in the tool they come from. */
  external?: ExternalRules;
  /** Whether keys such as PAY-2 are numbers of their teams. */
  numbered?: boolean;
}

/** The rows as entries, in file order. */
export function readEntries(
  rows: readonly Row[],
  mapping: Mapping,
  {
    dateFormat,
    people,
    priorities: given = new Map(),
    external = {},
    numbered = false,
  }: ReadEntriesOptions = {},
): ImportEntry[] {
  const copies = new Map<string, number>();
  const rowOfKey = new Map<string, number>();
  const dates = dateReaders(rows, mapping, dateFormat);
  const entries = rows.map((row) => {
    const entry = readEntry(row, mapping, { dates, people, given, external, numbered });
    if (entry.key !== undefined) {
      const other = rowOfKey.get(entry.key);
      if (other === undefined) rowOfKey.set(entry.key, entry.row);
      else entry.problems.push(`its key ${entry.key} is also that of row ${other}`);
      return entry;
    }
    // Rows without keys may repeat; each copy becomes a story.
    const copy = (copies.get(entry.identity) ?? 0) + 1;
    copies.set(entry.identity, copy);
    return copy === 1 ? entry : { ...entry, identity: `${entry.identity} ${copy}` };
  });
  if (numbered) forgetMixedNumbers(entries);
  for (const [entry, other] of repeatedExternals(entries)) {
    entry.problems.push(`its externalId ${entry.external!.id} is also that of row ${other.row}`);
  }
  return entries;
}

/** Only rows of one code keep their numbers, since they would be sent before the others. */
function forgetMixedNumbers(entries: readonly ImportEntry[]): void {
  for (const rows of Map.groupBy(entries, ({ team }) => team?.toLowerCase()).values())
    if (!keptNumbers(rows.filter(({ key }) => key !== undefined)))
      for (const row of rows) row.numbered = undefined;
}

type DateReaders = Record<DateField, DateReader>;

/** How to parse each date field, which depends on its whole column. */
const dateReaders = (rows: readonly Row[], mapping: Mapping, format: DateFormat | undefined): DateReaders =>
  Object.fromEntries(
    dateFields.map((field) => {
      const column = rows.flatMap((row) => readTexts(row, mapping, field).texts);
      return [field, dateReader(column, format)];
    }),
  ) as DateReaders;

interface Texts {
  texts: string[];
  isList: boolean;
  problem?: string;
}

/** A row's value for a field; a problem if the field is mapped to objects. */
function readTexts({ values }: Row, mapping: Mapping, field: Field | CustomColumn): Texts {
  const mapped = mapping[field];
  try {
    return mapped ? select(mapped.expression, values) : { texts: [], isList: false };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { texts: [], isList: false, problem: error.message };
  }
}

/** Without these, a row cannot become a story, or would not be recognized in a later import. */
const required: readonly (Field | CustomColumn)[] = ['key', 'title', 'team'];

interface ReadOptions {
  dates: DateReaders;
  people: PeopleMap | undefined;
  given: ReadonlyMap<string, Story['priority']>;
  external: ExternalRules;
  numbered: boolean;
}

function readEntry(row: Row, mapping: Mapping, options: ReadOptions): ImportEntry {
  const { dates, people, given, external, numbered } = options;
  const problems: string[] = [];
  const remarks: Remark[] = [];
  const all = (field: Field | CustomColumn) => {
    const { texts, isList, problem } = readTexts(row, mapping, field);
    if (problem && required.includes(field)) problems.push(problem);
    else if (problem)
      remarks.push({ code: 'dropped', field, value: '', reason: `cannot be read: ${problem}` });
    return { texts: [...new Set(texts)], isList };
  };
  const one = (field: Field): string | undefined => {
    const { texts } = all(field);
    // Jira lists all sprints that a story was in, newest last.
    const [which, text] = field === 'sprint' ? ['last', texts.at(-1)] : ['first', texts[0]];
    if (texts.length > 1) {
      remarks.push({
        code: 'chosen',
        field,
        value: text!,
        reason: `is the ${which} of several, and was taken`,
      });
    }
    return text;
  };
  const read = <T>(field: Field, convert: (text: string) => T | undefined, wanted: string) => {
    const text = one(field);
    const value = text === undefined ? undefined : convert(text);
    if (text !== undefined && value === undefined) {
      remarks.push({ code: 'dropped', field, value: text, reason: `is not ${wanted}` });
    }
    return value;
  };
  const date = (field: DateField): string | undefined => {
    const text = one(field);
    const outcome = text === undefined ? undefined : dates[field](text);
    if (outcome && 'date' in outcome) return outcome.date;
    if (outcome) remarks.push({ code: 'dropped', field, value: text!, reason: outcome.problem });
    return undefined;
  };
  const person = (field: Field): string | undefined => {
    const text = one(field);
    return text !== undefined && people?.has(text.toLowerCase()) ? people.get(text.toLowerCase()) : text;
  };
  const called = (name: string | undefined): string | undefined =>
    people?.get(name?.toLowerCase() ?? '') || undefined;
  const key = one('key');
  if (mapping.key && key === undefined) problems.push('it has no key');
  const parentKey = mapping.parent?.refersTo && evaluate(mapping.parent.refersTo, row.values)[0];
  return {
    row: row.number,
    key,
    numbered: numbered && key !== undefined ? numberedKey(key) : undefined,
    parentKey,
    identity: key === undefined ? contentHash(row.original ?? row.values) : `key ${key}`,
    title: withoutOverrides(one('title') ?? '')
      .replace(/[\s\p{Cc}]+/gu, ' ')
      .trim(),
    description: one('description')?.replace(/\r\n?/g, '\n'),
    team: one('team'),
    status: one('status'),
    assignee: person('assignee'),
    reporter: person('reporter'),
    labels: labelsOf(listTexts(all('labels')), remarks),
    priority: read(
      'priority',
      (text) => given.get(text.toLowerCase()) ?? priorityOf(text),
      `one of ${priorities.join(', ')}; say what it means with --priority-map`,
    ),
    estimateValue: read('estimateValue', numberOf, 'a number'),
    estimatedDurationMinutes: read('estimatedDurationMinutes', numberOf, 'a number'),
    startDate: date('startDate'),
    endDate: date('endDate'),
    createdAt: date('createdAt'),
    startedAt: date('startedAt'),
    completedAt: date('completedAt'),
    parent: one('parent'),
    sprint: one('sprint'),
    sprintStart: date('sprintStart'),
    sprintEnd: date('sprintEnd'),
    objective: one('objective'),
    relations: relationFields.flatMap((field) =>
      listTexts(all(field)).map((other) => ({ field, key: other })),
    ),
    external: externalOf(
      { source: one('externalSource'), id: one('externalId'), url: one('externalUrl'), key },
      external,
      problems,
    ),
    comments: (row.details?.comments ?? []).map((comment) => ({
      ...comment,
      author: called(comment.login) ?? called(comment.author) ?? comment.author,
    })),
    links: row.details?.links ?? [],
    times: (row.details?.times ?? []).map((time) => ({
      ...time,
      author: called(time.author) ?? time.author,
    })),
    customFields: customColumnsOf(mapping)
      .map((column) => ({ column, texts: all(column).texts }))
      .filter(({ texts }) => texts.length > 0),
    problems,
    remarks,
  };
}

/** A single text is a CSV list; an actual list is used as is. */
function listTexts({ texts, isList }: { texts: string[]; isList: boolean }): string[] {
  if (isList) return texts;
  const parts = texts.flatMap((text) => text.split(/[,;]/)).map((part) => part.trim());
  return parts.filter(Boolean);
}

/** Up to the maximum number of labels, without duplicates (ignoring case) and invalid names. */
function labelsOf(texts: readonly string[], remarks: Remark[]): string[] {
  const drop = (value: string, reason: string, rule: Pick<Remark, 'isRule'> = {}) =>
    void remarks.push({ code: 'dropped', field: 'labels', value, reason, ...rule });
  const labels = new Map<string, string>();
  for (const text of texts) {
    const [key, problem] = [text.toLowerCase(), nameProblem(text)];
    if (labels.has(key)) continue;
    if (problem) drop(text, problem, { isRule: true });
    else if (labels.size < LABELS_MAX) labels.set(key, text);
    else drop(text, `would exceed the maximum of ${LABELS_MAX} labels per story`);
  }
  return [...labels.values()];
}

const usualPriorities = new Map<string, Story['priority']>(
  Object.entries({
    p0: 'urgent',
    p1: 'high',
    p2: 'medium',
    p3: 'low',
    p4: 'low',
    highest: 'urgent',
    critical: 'urgent',
    blocker: 'urgent',
    normal: 'medium',
    lowest: 'low',
  } as const),
);

const priorityOf = (text: string): Story['priority'] | undefined =>
  parsePriority(text) ?? usualPriorities.get(text.toLowerCase());

/** Parses `0=Urgent,1=High`. Throws a CommandError. */
export function parsePriorityMap(texts: readonly string[]): ReadonlyMap<string, Story['priority']> {
  const usage = `--priority-map takes VALUE=PRIORITY with commas between, of ${priorities.join(', ')}`;
  const pairs = [...parsePairs(texts, usage)].map(([value, target]) => {
    const priority = priorityOf(target);
    if (!priority) throw new CommandError(`${usage}; ${target} is none.`);
    return [value, priority] as const;
  });
  return new Map(pairs);
}

const numberOf = (text: string): number | undefined =>
  Number.isFinite(Number(text)) ? Number(text) : undefined;

/** The same for equal values, regardless of column order. */
const contentHash = (values: Record<string, unknown>): string =>
  createHash('sha256')
    .update(JSON.stringify(sorted(values)))
    .digest('base64url');

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return members.map(([name, member]) => [name, sorted(member)]);
}
