import { csv, items, people, type Item } from './items.ts';

/** `2026/03/12 08:15:30`, in the zone of utc_offset. */
function time(iso: string | null): string {
  if (iso === null) return '';
  const there = new Date(Date.parse(iso) + 2 * 3_600_000).toISOString();
  return `${there.slice(0, 10).replaceAll('-', '/')} ${there.slice(11, 19)}`;
}

const header = [
  ...['id', 'name', 'type', 'requester', 'owners', 'description', 'is_completed', 'created_at', 'started_at'],
  ...['updated_at', 'moved_at', 'completed_at', 'estimate', 'external_ticket_count', 'external_tickets'],
  ...['is_blocked', 'is_a_blocker', 'due_date', 'labels', 'epic_labels', 'tasks', 'state', 'epic_id', 'epic'],
  ...['project_id', 'project', 'iteration_id', 'iteration', 'utc_offset', 'is_archived', 'team_id', 'team'],
  ...['priority', 'severity'],
];

function rowOf(item: Item): (string | number | null)[] {
  const { n, due, links, priority } = item;
  const isDone = item.completed === null ? 'FALSE' : 'TRUE';
  return [
    ...[n, item.title, 'feature', people[item.author].email],
    ...[
      item.assignees.map((name) => people[name].email).join(';'),
      item.text,
      isDone,
      time(item.created),
      '',
    ],
    ...[time(item.created), time(item.created), time(item.completed), item.points, links.length],
    ...[links.map(({ url }) => url).join(';'), 'FALSE', 'FALSE', due?.replaceAll('-', '/') ?? ''],
    ...[item.labels.join(';'), '', item.checklist.map(({ text }) => text).join(';'), item.status],
    ...[
      item.epic && 4,
      item.epic,
      '',
      '',
      item.sprint && 7,
      item.sprint,
      '+02:00',
      'FALSE',
      't-1',
      'Checkout',
    ],
    ...[priority === 'none' ? '' : priority, item.severity],
  ];
}

/** "Export stories": a blank name is refused, an archived story is left out. */
export function shortcutCsv(): string {
  const archived = rowOf({ ...items[2]!, n: 98 });
  archived[header.indexOf('is_archived')] = 'TRUE';
  return csv([header, ...items.map(rowOf), rowOf({ ...items[0]!, n: 99, title: '' }), archived]);
}
