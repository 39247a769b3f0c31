import type { WebCall } from '../../kernel/api/operation/web-route.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { timeOfId } from '../../kernel/core/id.ts';
import type { DaySpan } from '../../kernel/core/day-in-zone.ts';
import type { StoredFeed } from '../../planning/calendar-feeds/calendar-feed.ts';

/** What a calendar's contents are read with; everything for the caller, its owner. */
export interface FeedCall extends Pick<WebCall, 'services' | 'read' | 'now'> {
  feed: StoredFeed;
  caller: Caller;
}

/** An event of a calendar. */
export interface CalendarEntry {
  /** The same for the same thing in each version of the file. */
  uid: string;
  summary: string;
  description: string | null;
  url: string;
  /** When it was last changed. */
  revisedAt: string;
  /** Increases with changes. */
  sequence: number;
  cancelled: boolean;
  /** Whole days, both included, or a time from an instant to another. */
  when: DaySpan | { start: string; end: string };
}

/** The name of a calendar, and what is in it. */
export interface CalendarContents {
  name: string;
  entries: CalendarEntry[];
}

/** The end of the UIDs of all events that this service writes. */
const UID_DOMAIN = '@plotline';

interface Thing {
  id: string;
  /** Distinguishes several events of one thing. */
  part?: number;
  revisedAt: string;
}

/** What identifies an event and its version. An id begins with the time of its thing's creation. */
export const versionOf = ({ id, part, revisedAt }: Thing) => ({
  uid: `${id}${part === undefined ? '' : `-${part}`}${UID_DOMAIN}`,
  revisedAt,
  sequence: Math.max(0, Math.floor((Date.parse(revisedAt) - timeOfId(id)) / 1000)),
});
