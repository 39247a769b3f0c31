/** The keys of the filter language. */
export const filterKeys = [
  'is',
  'status',
  'category',
  'assignee',
  'reporter',
  'label',
  'priority',
  'sprint',
  'objective',
  'parent',
  'team',
  'claimedBy',
  'has',
  'commentedBy',
  'estimate',
  'due',
  'created',
  'updated',
  'completed',
  'sort',
] as const;
export type FilterKey = (typeof filterKeys)[number] | FieldKey;

/** The key of a word about a custom field, such as `cf.severity`. */
type FieldKey = `cf.${string}`;

export const isFieldKey = (key: string): key is FieldKey => key.startsWith('cf.');

/** What other trackers call some keys. */
export const foreignKeys: ReadonlyMap<string, string> = new Map([
  ['author', 'reporter'],
  ['creator', 'reporter'],
  ['owner', 'assignee'],
  ['commenter', 'commentedBy'],
  ['tag', 'label'],
  ['milestone', 'sprint'],
  ['cycle', 'sprint'],
  ['iteration', 'sprint'],
  ['epic', 'objective'],
  ['goal', 'objective'],
  ['project', 'team'],
  ['state', 'status'],
  ['points', 'estimate'],
  ['size', 'estimate'],
  ['closed', 'completed'],
  ['order', 'sort'],
  ['date', 'due'],
  ['deadline', 'due'],
]);
