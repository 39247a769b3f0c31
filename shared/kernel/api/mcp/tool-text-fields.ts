export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
export type JsonObject = { [member: string]: Json };

/** The name of an item: the first words of its line. */
export const HEAD = ['reference', 'title', 'name', 'content', 'weekStartDate', 'day'];
/** Fields in an item's line, in this order, with names in place of ids. */
export const SHOWN_FIELDS = [
  'deleted',
  'origin',
  'type',
  'resource',
  'action',
  'fields',
  'field',
  'reason',
  'snippet',
  'status',
  'category',
  'priority',
  'estimateLabel',
  'team',
  'assignee',
  'lead',
  'author',
  'role',
  'sprint',
  'code',
  'color',
  'slug',
  'email',
  'goal',
  'shortSummary',
  'labelNames',
  'health',
  'scheduleStatus',
  'measurementType',
  'startValue',
  'currentValue',
  'targetValue',
  'objectiveName',
  'parentId',
  'filter',
  'sort',
  'startDate',
  'endDate',
  'endedAt',
  'reversible',
  'timeZone',
  'count',
  'minutes',
  'estimate',
  'openStories',
  'openEstimate',
  'commentCount',
  'watching',
  'olderTimes',
  'fencingNumber',
  'startedAt',
  'completedAt',
  'archivedAt',
  'memberId',
  'id',
  'updatedAt',
];
/** Additional fields of a single item, one per line. */
export const OWN = ['progress', 'schedule', 'message', 'facts', 'confirmationToken', 'url', 'expiresAt'];
/** Fields of user content in a single item. */
export const WRITTEN = ['description', 'text'];
/** Fields that contain user content, even if it is a single word. */
export const BY_PEOPLE = new Set([
  'title',
  'name',
  'content',
  'status',
  'team',
  'assignee',
  'lead',
  'author',
  'sprint',
  'goal',
  'shortSummary',
  'labelNames',
  'objectiveName',
  'filter',
  'snippet',
]);
/** Lists of things, each with a line of its own in the text of the one that has them. */
export const LISTED_FIELDS = ['changes', 'reverted', 'conflicts', 'irreversible', 'groups'];
/** Members with names of their own, shown as JSON: on the line of an item. */
export const NESTED = [
  'weekly',
  'timeOff',
  'busy',
  'teamShares',
  'customFields',
  'claim',
  'counts',
  'storyCounts',
  'actor',
  'holder',
];
