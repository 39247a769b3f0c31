import { csv, items, people, textWith, type Item, type Row } from './items.ts';

const key = (n: number) => `WEB-${n}`;
const priorities = { urgent: 'Urgent', high: 'High', medium: 'Medium', low: 'Low', none: 'No priority' };
/** As JavaScript writes dates. */
const time = (iso: string | null) =>
  iso === null ? '' : `${new Date(iso).toUTCString().replace(',', '')}+0000`;
const escaped = (text: string) => (/^[+\-=@]/.test(text) ? `'${text}` : text);
const cycles: Record<string, [string, string, string]> = {
  'Cycle 7': ['7', '2026-11-02', '2026-11-15'],
  'Cycle 8': ['8', '2026-11-16', '2026-11-29'],
};

function rowOf(item: Item): Row {
  const { n, assignees, sprint, epic, parent } = item;
  const [number, start, end] = sprint === null ? ['', '', ''] : cycles[sprint]!;
  return {
    ID: key(n),
    Team: 'Website',
    Title: escaped(item.title),
    Description: escaped(textWith(item, key)),
    Status: item.status,
    Estimate: item.points,
    Priority: priorities[item.priority],
    'Project ID': epic && 'p-1',
    Project: epic,
    Creator: people[item.author].email,
    Assignee: assignees[0] && people[assignees[0]].email,
    Labels: item.labels.join(', '),
    'Cycle Number': number,
    'Cycle Name': '',
    'Cycle Start': start,
    'Cycle End': end,
    Created: time(item.created),
    Updated: time(item.created),
    Started: '',
    Triaged: '',
    Completed: time(item.completed),
    Canceled: '',
    Archived: '',
    'Due Date': item.due,
    'Parent issue': parent === null ? '' : key(parent),
    Initiatives: '',
    Severity: item.severity,
    UUID: `u-${n}`,
    'Related to': '',
    'Blocked by': items
      .filter(({ blocks }) => blocks.includes(n))
      .map((other) => key(other.n))
      .join(', '),
    'Duplicate of': '',
  };
}

/** "Export data": a blank title is refused, an archived issue is left out. */
export const linearCsv = (): string =>
  csv([
    ...items.map(rowOf),
    rowOf({ ...items[0]!, n: 99, title: '' }),
    { ...rowOf({ ...items[2]!, n: 98 }), Archived: time('2026-10-01T00:00:00.000Z') },
  ]);
