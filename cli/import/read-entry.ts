import { createHash } from 'node:crypto';
import { nameKey } from '../../shared/kernel/core/name-key.ts';
import { LABELS_MAX, type Story } from '../../shared/planning/story/story.ts';
import { priorities } from '../../shared/kernel/core/priority.ts';
import { withoutOverrides } from '../../shared/kernel/core/visible.ts';
import { endOfRange, isRange, startOfRange } from './date-range.ts';
import { parseDate, type DateReader } from './dates.ts';
import type { ImportEntry, Remark } from './entry.ts';
import { evaluate, select } from './expression.ts';
import { externalOf, type ExternalRules } from './external.ts';
import { relationFields, type CustomColumn, type DateField, type Field } from './fields.ts';
import { customColumnsOf, type Mapping } from './mapping.ts';
import { MARK } from './guess-column.ts';
import { nameProblem } from './name-problem.ts';
import { numberedKey } from './numbered-key.ts';
import type { PeopleMap } from './people-map.ts';
import { priorityOf } from './priority-map.ts';
import type { Row } from './read-rows.ts';
import { usualCategory } from './status-map.ts';

/** How to parse each date field. */
export type DateReaders = Record<DateField, DateReader>;

interface Texts {
  texts: string[];
  isList: boolean;
  problem?: string;
}

/** A row's value for a field; a problem if the field is mapped to objects. */
export function readTexts({ values }: Row, mapping: Mapping, field: Field | CustomColumn): Texts {
  const mapped = mapping[field];
  try {
    return mapped ? select(mapped.expression, values) : { texts: [], isList: false };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    return { texts: [], isList: false, problem: error.message };
  }
}

/** Of a range, these are its start. */
const startFields = new Set<DateField>(['startDate', 'sprintStart', 'createdAt', 'startedAt']);

/** Without these, a row cannot become a story, or would not be recognized in a later import. */
const required: readonly (Field | CustomColumn)[] = ['key', 'title', 'team'];

/** What the columns of a file and the options of its import say of each row. */
export interface ReadEntryOptions {
  dates: DateReaders;
  /** Maps names of people in the file to members. */
  people: PeopleMap | undefined;
  /** Maps values to priorities, by lower-case value. */
  given: ReadonlyMap<string, Story['priority']>;
  /** How rows without columns for it are called in the tool they come from. */
  external: ExternalRules;
  /** Whether keys such as PAY-2 are numbers of their teams. */
  numbered: boolean;
  /** Whether a row with a date of completion is completed where its status does not say how far it is. */
  completedByDate: boolean;
  /** The zone of times without an offset; undefined for UTC. */
  timeZone: string | undefined;
}

/** What most rows have of most lists: a file can have very many. */
const nothing: never[] = [];
const orNothing = <T>(list: T[]): T[] => (list.length > 0 ? list : nothing);

/** A row as a story, with remarks about what cannot be taken. */
export function readEntry(row: Row, mapping: Mapping, options: ReadEntryOptions): ImportEntry {
  const { dates, people, given, external, numbered, completedByDate, timeZone } = options;
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
    const part = startFields.has(field) ? startOfRange : endOfRange;
    const outcome = text === undefined ? undefined : dates[field](part(text));
    if (outcome && 'date' in outcome) return outcome.date;
    if (outcome) remarks.push({ code: 'dropped', field, value: text!, reason: outcome.problem });
    return undefined;
  };
  /** When something starts whose only column of dates has ranges. */
  const startOfSpan = (): string | undefined => {
    const [text = ''] = readTexts(row, mapping, 'endDate').texts;
    const outcome = isRange(text) ? dates.endDate(startOfRange(text)) : undefined;
    return outcome && 'date' in outcome ? outcome.date : undefined;
  };
  /** As the other tool writes it, but for times that are those of a zone. */
  const instant = (at: string | undefined): string | undefined =>
    at === undefined || timeZone === undefined ? at : (parseDate(at, timeZone) ?? at);
  const person = (field: Field): string | undefined => {
    const text = one(field);
    return text !== undefined && people?.has(nameKey(text)) ? people.get(nameKey(text)) : text;
  };
  const called = (name: string | undefined): string | undefined =>
    people?.get(nameKey(name ?? '')) || undefined;
  const key = one('key');
  if (mapping.key && key === undefined) problems.push('it has no key');
  const [text, completedAt] = [one('status'), date('completedAt')];
  const [mark, yes] = MARK.exec(text ?? '') ?? [];
  const status = mark === undefined ? text : yes === undefined ? 'unstarted' : 'completed';
  // Its own words come first.
  const isDone =
    completedByDate &&
    completedAt !== undefined &&
    !row.statusCategory &&
    (!status || usualCategory(status) === undefined);
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
    status: status ?? (isDone ? 'completed' : undefined),
    statusCategory: row.statusCategory ?? (isDone ? 'completed' : undefined),
    assignee: person('assignee'),
    reporter: person('reporter'),
    labels: orNothing(labelsOf(listTexts(all('labels')), remarks)),
    priority: read(
      'priority',
      (text) => given.get(nameKey(text)) ?? priorityOf(text),
      `one of ${priorities.join(', ')}; say what it means with --priority-map`,
    ),
    estimateValue: read('estimateValue', numberOf, 'a number'),
    estimatedDurationMinutes: read('estimatedDurationMinutes', numberOf, 'a number'),
    startDate: date('startDate') ?? startOfSpan(),
    endDate: date('endDate'),
    createdAt: date('createdAt'),
    startedAt: date('startedAt'),
    completedAt,
    parent: one('parent'),
    sprint: one('sprint'),
    sprintStart: date('sprintStart'),
    sprintEnd: date('sprintEnd'),
    objective: one('objective'),
    relations: orNothing(
      relationFields.flatMap((field) => listTexts(all(field)).map((other) => ({ field, key: other }))),
    ),
    external: externalOf(
      { source: one('externalSource'), id: one('externalId'), url: one('externalUrl'), key },
      external,
      problems,
    ),
    comments: orNothing(
      (row.details?.comments ?? []).map((comment) => ({
        ...comment,
        at: instant(comment.at),
        author: called(comment.login) ?? called(comment.author) ?? comment.author,
      })),
    ),
    links: orNothing(row.details?.links ?? []),
    times: orNothing(
      (row.details?.times ?? []).map((time) => ({
        ...time,
        at: instant(time.at),
        author: called(time.author) ?? time.author,
      })),
    ),
    votes: row.details?.votes,
    isArchived: row.isArchived === true,
    customFields: orNothing(
      customColumnsOf(mapping)
        .map((column) => ({ column, texts: all(column).texts }))
        .filter(({ texts }) => texts.length > 0),
    ),
    problems: orNothing(problems),
    remarks: orNothing(remarks),
  };
}

/** A single text is a CSV list; an actual list is used as is. */
function listTexts({ texts, isList }: { texts: string[]; isList: boolean }): string[] {
  if (isList) return texts;
  const parts = texts.flatMap((text) => text.split(/[,;]/)).map((part) => part.trim());
  return parts.filter(Boolean);
}

/** Up to the maximum number of labels, without duplicates (as names are compared) and invalid names. */
function labelsOf(texts: readonly string[], remarks: Remark[]): string[] {
  const drop = (value: string, reason: string, rule: Pick<Remark, 'isRule'> = {}) =>
    void remarks.push({ code: 'dropped', field: 'labels', value, reason, ...rule });
  const labels = new Map<string, string>();
  for (const text of texts) {
    const [key, problem] = [nameKey(text), nameProblem(text)];
    if (labels.has(key)) continue;
    if (problem) drop(text, problem, { isRule: true });
    else if (labels.size < LABELS_MAX) labels.set(key, text);
    else drop(text, `would exceed the maximum of ${LABELS_MAX} labels per story`);
  }
  return [...labels.values()];
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
