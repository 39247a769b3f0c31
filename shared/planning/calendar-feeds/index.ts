import { createCalendarFeed } from './create-calendar-feed.ts';
import { deleteCalendarFeed } from './delete-calendar-feed.ts';
import { listCalendarFeeds } from './list-calendar-feeds.ts';

export const calendarFeedOperations = [listCalendarFeeds, createCalendarFeed, deleteCalendarFeed];
