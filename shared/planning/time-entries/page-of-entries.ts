import type { Caller } from '../../kernel/core/caller.ts';
import type { Page, PageRequest } from '../../kernel/core/call.ts';
import type { Item, Key, Reader } from '../../kernel/core/database.ts';
import { plainDate } from '../../kernel/core/schema.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { readNewestOfSources } from '../../kernel/db/merge-partitions.ts';
import { readableEntries } from './time-entry-access.ts';
import {
  entriesOf,
  firstSortKeyOf,
  getListedEntries,
  timeEntryIdOf,
  timeEntrySortKey,
  toStoredTimeEntry,
} from './time-entry-store.ts';
import type { TimeEntry } from './time-entry.ts';

/** Which time is listed or summed. */
export interface TimeFilter {
  storyId?: string | undefined;
  memberId?: string | undefined;
  /** Only of stories in these teams. */
  teams?: readonly string[] | undefined;
  dateSince?: string | undefined;
  dateBefore?: string | undefined;
}

/** The parameters of a range of dates. */
export const dateRangeParameters = () => ({
  dateSince: plainDate().optional().meta({ description: 'On this day or later, such as 2026-11-20.' }),
  dateBefore: plainDate().optional().meta({ description: 'Before this day.' }),
});

const isIn = ({ dateSince, dateBefore }: TimeFilter, date: string): boolean =>
  (dateSince === undefined || date >= dateSince) && (dateBefore === undefined || date < dateBefore);

/** Where the time of a filter is found. */
export const sourceOf = (workspaceId: string, filter: TimeFilter) => ({
  ...entriesOf({ workspaceId, ...filter }),
  downTo: filter.dateSince === undefined ? undefined : firstSortKeyOf(filter.dateSince),
});

/** The entries with these keys that match a filter and that the caller can see. */
export async function matchingEntries(
  { caller, read }: { caller: Caller; read: Reader },
  filter: TimeFilter,
  keys: readonly Key[],
): Promise<{ item: Item; entry: TimeEntry }[]> {
  const items = await getListedEntries(read, keys);
  const inRange = items.filter((item) => {
    const { date, memberId } = toStoredTimeEntry(item);
    return isIn(filter, date) && (filter.memberId ?? memberId) === memberId;
  });
  const seen = await readableEntries(inRange.map(toStoredTimeEntry), { caller, read });
  const itemOf = new Map(inRange.map((item) => [timeEntryIdOf(item), item]));
  return seen
    .filter(({ teamId }) => filter.teams?.includes(teamId) ?? true)
    .map((entry) => ({ item: itemOf.get(entry.id)!, entry }));
}

/** A page of the time that matches a filter, the last logged first. */
export async function pageOfEntries(
  { caller, read, page }: { caller: Caller; read: Reader; page: PageRequest },
  filter: TimeFilter,
): Promise<Page<TimeEntry>> {
  const shown = new Map<string, TimeEntry>();
  const position = {
    before: page.after === undefined ? undefined : timeEntrySortKey(page.after),
    limit: page.limit + 1,
  };
  const source = sourceOf(caller.workspaceId, filter);
  const { items, end } = await readNewestOfSources(read, [source], position, async (keys) => {
    const found = await matchingEntries({ caller, read }, filter, keys);
    for (const { entry } of found) shown.set(entry.id, entry);
    return found.map(({ item }) => item);
  });
  const resource = (item: Item) => shown.get(timeEntryIdOf(item))!;
  return pageOf(items, page, { resource, position: timeEntryIdOf }, end);
}
