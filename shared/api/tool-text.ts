export type Json = null | boolean | number | string | Json[] | { [member: string]: Json };
type Item = { [member: string]: Json };

interface Answer {
  data: Json;
  /** What all items of a list have. */
  common?: Json;
  nextCursor?: string;
  truncated?: string[];
  replayed?: boolean;
}

/** What an item is called: the first words of its line. */
const HEAD = ['reference', 'title', 'name', 'content', 'monday', 'day'];
/** What of an item is told in its line, in this order. Names stand for the ids beside them. */
const TOLD = [
  ...['status', 'category', 'priority', 'estimateLabel', 'team', 'assignee', 'lead', 'author', 'role'],
  ...[
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
  ],
  ...['measurementType', 'startValue', 'currentValue', 'targetValue', 'objectiveName', 'parentId'],
  ...['startDate', 'endDate', 'completedAt', 'archivedAt', 'memberId', 'id', 'updatedAt'],
];
/** What the text of one item has besides, each on a line of its own. */
const LONG = ['message', 'confirmationToken', 'expiresAt', 'description'];
/** Characters of a head, and of a long text. */
const HEAD_LENGTH = 120;
const LONG_LENGTH = 1_000;

/**
 * An answer in a few words: for a list a line for each item, for one item what it is called and how it stands.
 * Has what a client needs to go on that reads only text; the rest is in the structured answer.
 */
export function toolText({ data, common, nextCursor, truncated, replayed }: Answer): string {
  const lines = Array.isArray(data)
    ? listText(data as Item[], common as Item | undefined)
    : itemText(data as Item);
  return [
    ...(replayed ? ['Done already by an earlier call with this key.'] : []),
    ...lines,
    ...(truncated
      ? [`Shortened: ${truncated.length === 1 ? truncated[0] : `${truncated.length} members`}.`]
      : []),
    ...(nextCursor ? [`There are more: nextCursor ${nextCursor}`] : []),
  ].join('\n');
}

function listText(items: readonly Item[], common: Item | undefined): string[] {
  if (items.length === 0) return ['None.'];
  const shared = common ? detailsOf(common) : '';
  return [
    `${items.length} item${items.length === 1 ? '' : 's'}${shared && `, all with ${shared}`}:`,
    ...items.map((item) => `- ${lineOf(item)}`),
  ];
}

function itemText(item: Item): string[] {
  const long = LONG.flatMap((name) =>
    typeof item[name] === 'string' ? [`${name}: ${cut(item[name], LONG_LENGTH)}`] : [],
  );
  return [lineOf(item), ...figuresOf(item), ...long];
}

const lineOf = (item: Item): string => [headOf(item), detailsOf(item)].filter(Boolean).join(' – ');

const headOf = (item: Item): string =>
  HEAD.flatMap((name) => (typeof item[name] === 'string' ? [cut(item[name], HEAD_LENGTH)] : [])).join(' ');

const detailsOf = (item: Item): string =>
  TOLD.flatMap((name) => {
    const text = [item[name]].flat().filter(isPlain).join(', ');
    return text === '' || (name === 'priority' && text === 'none')
      ? []
      : [`${name} ${cut(text, HEAD_LENGTH)}`];
  }).join(', ');

const isPlain = (value: Json | undefined): value is string | number | boolean =>
  ['string', 'number', 'boolean'].includes(typeof value);

/** The amounts of an analysis. */
function figuresOf(item: Item): string[] {
  const amounts = Object.entries(item).flatMap(([name, value]) => {
    const { stories, points } = (value ?? {}) as Item;
    return stories === undefined || points === undefined
      ? []
      : [`${name} ${Number(stories)} stories, ${Number(points)} points`];
  });
  return amounts.length === 0 ? [] : [`${amounts.join('; ')}.`];
}

function cut(text: string, most: number): string {
  const plain = most === HEAD_LENGTH ? text.replaceAll(/\s+/g, ' ') : text;
  const characters = [...plain];
  return characters.length <= most
    ? plain
    : `${characters.slice(0, most).join('')}… [${characters.length - most} more characters]`;
}
