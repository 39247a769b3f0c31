import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { ApiError } from '../../kernel/core/errors.ts';
import type { CalendarFeedKind, StoredFeed } from '../../planning/calendar-feeds/calendar-feed.ts';
import { readWorkingHours } from '../../planning/scheduling/working-time/working-time-store.ts';
import { blockEntries } from './block-entries.ts';
import type { CalendarContents, FeedCall } from './calendar-entry.ts';
import { ownStoryEntries, viewEntries } from './story-entries.ts';
import { teamEntries } from './team-entries.ts';
import { writeCalendar } from './write-calendar.ts';

const contentsOf: Record<CalendarFeedKind, (call: FeedCall) => Promise<CalendarContents>> = {
  my_schedule: blockEntries,
  my_stories: ownStoryEntries,
  team: teamEntries,
  view: viewEntries,
};

/** The file of a feed; undefined if its owner may no longer see what it shows. The same contents make the same bytes. */
export async function calendarFile(
  { services, read, now }: WebCall,
  { feed, caller }: { feed: StoredFeed; caller: Caller },
): Promise<string | undefined> {
  try {
    const [contents, { timeZone }] = await Promise.all([
      contentsOf[feed.kind]({ services, read, now, feed, caller }),
      readWorkingHours(read, feed),
    ]);
    return writeCalendar({ ...contents, timeZone, since: feed.createdAt });
  } catch (error) {
    if (error instanceof ApiError && error.code === 'not_found') return undefined;
    throw error;
  }
}
