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

/** What to write in place of words of other filter languages that are no keys here. */
const ways: readonly [RegExp, (key: string, value: string) => string][] = [
  [
    /^(?:no|missing|without)$/,
    (_, value) =>
      `write ${filterKeys.find((key) => key === foreignKeys.get(value) || key === value) ?? 'label'}:none`,
  ],
  [
    /^(?:blocked|unblocked|claimed|unclaimed|overdue|unassigned|archived|open|done)$/,
    (key) => `write is:${key}`,
  ],
  [
    /^(?:title|name|text|description|body|summary|content|in|q)$/,
    () => 'write the words to search for alone',
  ],
  [/^(?:id|ids|key|ref|reference|story|issue|ticket)$/, () => 'write references alone, as in ENG-1 ENG-2'],
];

/** The way to say what a word of another filter language means; undefined if there is none. */
export const wayToSay = (key: string, value: string): string | undefined =>
  ways.find(([pattern]) => pattern.test(key.toLowerCase()))?.[1](key.toLowerCase(), value.toLowerCase());

/** What to write in place of a value of `is:` that other filter languages have. */
export const foreignFlags: ReadonlyMap<string, string> = new Map([
  ...['backlog', 'unstarted', 'started', 'cancelled'].map((name): [string, string] => [
    name,
    `category:${name}`,
  ]),
  ['todo', 'category:unstarted'],
  ['in_progress', 'category:started'],
  ['canceled', 'category:cancelled'],
  ['completed', 'is:done'],
  ['closed', 'is:done'],
  ['finished', 'is:done'],
  ['active', 'is:open'],
  ['mine', 'assignee:me'],
  ['assigned', '-is:unassigned'],
]);
