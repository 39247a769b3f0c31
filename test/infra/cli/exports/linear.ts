import { csv, items, people, textWith, type Item } from './items.ts';

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

const header = [
  ...['ID', 'Team', 'Title', 'Description', 'Status', 'Estimate', 'Priority', 'Project ID', 'Project'],
  ...['Creator', 'Assignee', 'Labels', 'Cycle Number', 'Cycle Name', 'Cycle Start', 'Cycle End', 'Created'],
  ...['Updated', 'Started', 'Triaged', 'Completed', 'Canceled', 'Archived', 'Due Date', 'Parent issue'],
  ...['Initiatives', 'Severity', 'UUID', 'Related to', 'Blocked by', 'Duplicate of'],
];

function rowOf(item: Item): (string | number | null)[] {
  const { n, assignees, sprint, epic, parent } = item;
  const [number, start, end] = sprint === null ? ['', '', ''] : cycles[sprint]!;
  const blockers = items.filter(({ blocks }) => blocks.includes(n)).map((other) => key(other.n));
  return [
    ...[key(n), 'Website', escaped(item.title), escaped(textWith(item, key)), item.status, item.points],
    ...[priorities[item.priority], epic && 'p-1', epic, people[item.author].email],
    ...[assignees[0] ? people[assignees[0]].email : '', item.labels.join(', '), number, '', start, end],
    ...[time(item.created), time(item.created), '', '', time(item.completed), '', '', item.due],
    ...[parent === null ? '' : key(parent), '', item.severity, `u-${n}`, '', blockers.join(', '), ''],
  ];
}

/** "Export data": a blank title is refused, an archived issue is left out. */
export function linearCsv(): string {
  const archived = rowOf({ ...items[2]!, n: 98 });
  archived[header.indexOf('Archived')] = time('2026-10-01T00:00:00.000Z');
  return csv([header, ...items.map(rowOf), rowOf({ ...items[0]!, n: 99, title: '' }), archived]);
}
