import { startOfRange, endOfRange } from './date-range.ts';
import { dateReader, type DateFormat } from './dates.ts';
import type { ImportEntry } from './entry.ts';
import { repeatedExternals } from './external.ts';
import { dateFields, type DateField } from './fields.ts';
import type { Mapping } from './mapping.ts';
import { keptNumbers } from './numbered-key.ts';
import { readEntry, readTexts, type DateReaders, type ReadEntryOptions } from './read-entry.ts';
import type { Row } from './read-rows.ts';

type ReadEntriesOptions = Partial<Omit<ReadEntryOptions, 'dates' | 'given'>> & {
  dateFormat?: DateFormat | undefined;
  /** Maps values to priorities, by lower-case value. */
  priorities?: ReadEntryOptions['given'];
  /** Called with each row when its entry is made, in case that it is no longer needed. */
  onRead?: (row: Row) => void;
};

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
    completedByDate = true,
    timeZone,
    onRead,
  }: ReadEntriesOptions = {},
): ImportEntry[] {
  const copies = new Map<string, number>();
  const rowOfKey = new Map<string, number>();
  const dates = dateReaders(rows, mapping, { format: dateFormat, timeZone });
  const share = sharing();
  const entries = rows.map((row) => {
    const entry = share(
      readEntry(row, mapping, { dates, people, given, external, numbered, completedByDate, timeZone }),
    );
    onRead?.(row);
    if (entry.key !== undefined) {
      const other = rowOfKey.get(entry.key);
      if (other === undefined) rowOfKey.set(entry.key, entry.row);
      else entry.problems = [...entry.problems, `its key ${entry.key} is also that of row ${other}`];
      return entry;
    }
    // Rows without keys may repeat; each copy becomes a story.
    const copy = (copies.get(entry.identity) ?? 0) + 1;
    copies.set(entry.identity, copy);
    return copy === 1 ? entry : { ...entry, identity: `${entry.identity} ${copy}` };
  });
  if (numbered) forgetMixedNumbers(entries);
  for (const [entry, other] of repeatedExternals(entries)) {
    const problem = `its externalId ${entry.external!.id} is also that of row ${other.row}`;
    entry.problems = [...entry.problems, problem];
  }
  return entries;
}

/** The fields that have the same texts in many rows. */
const repeated = ['team', 'status', 'assignee', 'reporter', 'sprint', 'objective'] as const;

/** Lets rows have one text where theirs are equal: a file can have very many. */
function sharing(): (entry: ImportEntry) => ImportEntry {
  const known = new Map<string, string>();
  const same = (text: string): string => known.get(text) ?? (known.set(text, text), text);
  return (entry) => {
    for (const field of repeated) {
      const text = entry[field];
      if (text !== undefined) entry[field] = same(text);
    }
    if (entry.labels.length > 0) entry.labels = entry.labels.map(same);
    return entry;
  };
}

/** Only rows of one code keep their numbers, since they would be sent before the others. */
function forgetMixedNumbers(entries: readonly ImportEntry[]): void {
  for (const rows of Map.groupBy(entries, ({ team }) => team?.toLowerCase()).values())
    if (!keptNumbers(rows.filter(({ key }) => key !== undefined)))
      for (const row of rows) row.numbered = undefined;
}

/** The fields that say when something is planned, for which midnight is a day. */
const planned = new Set<DateField>(['startDate', 'endDate', 'sprintStart', 'sprintEnd']);

/** How to parse each date field, which depends on its whole column. */
const dateReaders = (
  rows: readonly Row[],
  mapping: Mapping,
  { format, timeZone }: { format: DateFormat | undefined; timeZone: string | undefined },
): DateReaders =>
  Object.fromEntries(
    dateFields.map((field) => {
      const texts = rows.flatMap((row) => readTexts(row, mapping, field).texts);
      const column = texts.flatMap((text) => [startOfRange(text), endOfRange(text)]);
      const zone = timeZone === undefined ? undefined : { timeZone, midnightIsDay: planned.has(field) };
      return [field, dateReader(column, { format, zone })];
    }),
  ) as DateReaders;
