import { createHash } from 'node:crypto';
import { priorities, type Story } from '../../../shared/stories/story.ts';
import { evaluate } from './expression.ts';
import type { Field, Mapping } from './mapping.ts';
import type { Row } from './read-rows.ts';

/** A row as the story it is to become, with names where the story has ids. */
export interface Entry {
  row: number;
  /** The row's own key, if the file has keys. */
  key: string | undefined;
  /** What tells the row from every other, now and when the file is imported again: its key, or its content. */
  identity: string;
  title: string;
  description: string | undefined;
  team: string | undefined;
  status: string | undefined;
  assignee: string | undefined;
  labels: string[];
  priority: Story['priority'] | undefined;
  estimateValue: number | undefined;
  estimatedDurationMinutes: number | undefined;
  startDate: string | undefined;
  endDate: string | undefined;
  parent: string | undefined;
  sprint: string | undefined;
  objective: string | undefined;
  /** Why the row cannot become a story. */
  problems: string[];
}

/** The rows as entries, in the order of the file. */
export function readEntries(rows: readonly Row[], mapping: Mapping): Entry[] {
  const copies = new Map<string, number>();
  const rowOfKey = new Map<string, number>();
  return rows.map((row) => {
    const entry = readEntry(row, mapping);
    if (entry.key !== undefined) {
      const other = rowOfKey.get(entry.key);
      if (other === undefined) rowOfKey.set(entry.key, entry.row);
      else entry.problems.push(`its key ${entry.key} is also that of row ${other}`);
      return entry;
    }
    // Rows without keys may repeat; each copy is a story of its own.
    const copy = (copies.get(entry.identity) ?? 0) + 1;
    copies.set(entry.identity, copy);
    return copy === 1 ? entry : { ...entry, identity: `${entry.identity} ${copy}` };
  });
}

function readEntry({ number, values }: Row, mapping: Mapping): Entry {
  const problems: string[] = [];
  const all = (field: Field): string[] => {
    const mapped = mapping[field];
    try {
      return mapped ? evaluate(mapped.expression, values) : [];
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problems.push(error.message);
      return [];
    }
  };
  const read = <T>(field: Field, convert: (text: string) => T | undefined, wanted: string) => {
    const [text] = all(field);
    if (text === undefined) return undefined;
    const value = convert(text);
    if (value === undefined) problems.push(`${field} is "${text}", which is not ${wanted}`);
    return value;
  };
  const first = (field: Field) => all(field)[0];
  const key = first('key');
  if (mapping.key && key === undefined) problems.push('it has no key');
  return {
    row: number,
    key,
    identity: key === undefined ? contentHash(values) : `key ${key}`,
    title: (first('title') ?? '').replace(/\s+/g, ' '),
    description: first('description')?.replace(/\r\n?/g, '\n'),
    team: first('team'),
    status: first('status'),
    assignee: first('assignee'),
    labels: [...new Set(labelTexts(all('labels')))],
    priority: read('priority', priorityOf, `one of ${priorities.join(', ')}`),
    estimateValue: read('estimateValue', numberOf, 'a number'),
    estimatedDurationMinutes: read('estimatedDurationMinutes', numberOf, 'a number'),
    startDate: read('startDate', dateOf, 'a date such as 2026-11-20'),
    endDate: read('endDate', dateOf, 'a date such as 2026-11-20'),
    parent: first('parent'),
    sprint: first('sprint'),
    objective: first('objective'),
    problems,
  };
}

/** One text is how CSV writes a list; a real list is taken as it is. */
const labelTexts = (texts: string[]): string[] =>
  texts.length === 1
    ? texts[0]!
        .split(/[,;]/)
        .map((part) => part.trim())
        .filter(Boolean)
    : texts;

const usualPriorities: Record<string, Story['priority']> = {
  ...{ none: 'No Priority', p0: 'Urgent', p1: 'High', p2: 'Medium', p3: 'Low', p4: 'Low' },
  ...{ highest: 'Urgent', critical: 'Urgent', blocker: 'Urgent', normal: 'Medium', lowest: 'Low' },
};

const priorityOf = (text: string): Story['priority'] | undefined =>
  priorities.find((name) => name.toLowerCase() === text.toLowerCase()) ?? usualPriorities[text.toLowerCase()];

const numberOf = (text: string): number | undefined =>
  Number.isFinite(Number(text)) ? Number(text) : undefined;

const DATE = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?))?\s*(?:Z|([+-]\d\d):?(\d\d))?$/i;

/** An ISO 8601 date or date-time; without an offset it is read as UTC, on every machine alike. */
export function dateOf(text: string): string | undefined {
  const [, day, time = '00:00', hours = '+00', minutes = '00'] = DATE.exec(text) ?? [];
  const date = new Date(`${day}T${time}${hours}:${minutes}`);
  if (Number.isNaN(date.getTime())) return undefined;
  // A day such as 31 February would silently become another.
  return new Date(`${day}T00:00Z`).toISOString().startsWith(day!) ? date.toISOString() : undefined;
}

/** The same for the same values, in whatever order the columns stand. */
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
