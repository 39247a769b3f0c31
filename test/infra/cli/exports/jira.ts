import { csv, inNotation, items, people, textWith, type Item } from './items.ts';

/** What is special to Jira's markup, in place of the text of item 17, with what it becomes. */
export const markup = {
  wiki: `h2. Plan
*bold* and _italic_ with {{code}}, see [the site|https://example.com/a_b_c] and my_own_name
# first
# second
{code:java}
int *x* = a_b_c;
{code}`,
  markdown: `## Plan
**bold** and *italic* with \`code\`, see [the site](https://example.com/a_b_c) and my_own_name
1. first
1. second
\`\`\`java
int *x* = a_b_c;
\`\`\``,
};

const key = (n: number) => `PAY-${n}`;
const priorities = { urgent: 'Highest', high: 'High', medium: 'Medium', low: 'Low', none: '' };

/** `12/Mar/26 3:04 PM`, as Jira writes times. */
function time(iso: string | null): string {
  if (iso === null) return '';
  const date = new Date(iso);
  const month = date.toLocaleString('en', { month: 'short', timeZone: 'UTC' });
  const clock = date.toLocaleString('en-US', { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' });
  return `${String(date.getUTCDate()).padStart(2, '0')}/${month}/${String(date.getUTCFullYear()).slice(2)} ${clock.replace('\u202f', ' ')}`;
}

const padded = (cells: readonly string[], length: number): string[] =>
  Array.from({ length }, (_, at) => cells[at] ?? '');

const header = [
  ...[
    'Summary',
    'Issue key',
    'Issue id',
    'Issue Type',
    'Status',
    'Project key',
    'Project name',
    'Project lead',
  ],
  ...['Priority', 'Assignee', 'Assignee', 'Reporter', 'Created', 'Updated', 'Resolved', 'Due date', 'Votes'],
  ...['Labels', 'Labels', 'Labels', 'Labels', 'Description', 'Sprint', 'Sprint', 'Comment', 'Comment'],
  ...['Attachment', 'Outward issue link (Blocks)', 'Custom field (Story Points)', 'Custom field (Severity)'],
  ...['Custom field (Start date)', 'Custom field (Empty)', 'Parent', 'Parent key', 'Parent summary'],
  'Status Category',
];

function rowOf(item: Item): string[] {
  const { n, assignees, parent, epic, due, start } = item;
  const names = assignees.map((name) => people[name].name);
  return [
    ...[item.title, key(n), String(10_000 + n), parent === null ? 'Story' : 'Sub-task', item.status],
    ...['PAY', 'Payments', 'Ada', priorities[item.priority], ...padded(names, 2), people[item.author].name],
    ...[time(item.created), time(item.created), time(item.completed)],
    ...[due === null ? '' : inNotation(due, n), '0', ...padded(item.labels, 4)],
    n === 17 ? markup.wiki : textWith(item, key),
    ...(item.sprint === null ? ['', ''] : ['Old sprint', item.sprint]),
    ...padded(
      item.comments.map(({ by, at, text }) => `${time(at)};${people[by].name};${text}`),
      2,
    ),
    item.links.map(({ url, title }) => `${time(item.created)};ada;${title};${url}`)[0] ?? '',
    ...[item.blocks.map(key)[0] ?? '', String(item.points ?? ''), item.severity ?? ''],
    ...[start === null ? '' : inNotation(start, n), ''],
    ...(parent === null ? ['', epic === null ? '' : 'PAY-900'] : [String(10_000 + parent), key(parent)]),
    ...[epic ?? (parent === null ? '' : `Task ${parent}`), 'To Do'],
  ];
}

/** "Export CSV (all fields)"; a blank summary and a repeated key are refused. */
export const jiraCsv = (some: readonly Item[] = items): string =>
  csv([header, ...some.map(rowOf), rowOf({ ...some[0]!, n: 99, title: '  ' }), rowOf(some[1]!)]);
