import { csv, items, people, type Item, type Row } from './items.ts';

/** `2026/03/12 08:15:30`, in the zone of utc_offset. */
function time(iso: string | null): string {
  if (iso === null) return '';
  const there = new Date(Date.parse(iso) + 2 * 3_600_000).toISOString();
  return `${there.slice(0, 10).replaceAll('-', '/')} ${there.slice(11, 19)}`;
}

function rowOf(item: Item): Row {
  const { n, due, links, priority } = item;
  return {
    id: n,
    name: item.title,
    type: 'feature',
    requester: people[item.author].email,
    owners: item.assignees.map((name) => people[name].email).join(';'),
    description: item.text,
    is_completed: item.completed === null ? 'FALSE' : 'TRUE',
    created_at: time(item.created),
    started_at: '',
    updated_at: time(item.created),
    moved_at: time(item.created),
    completed_at: time(item.completed),
    estimate: item.points,
    external_ticket_count: links.length,
    external_tickets: links.map(({ url }) => url).join(';'),
    is_blocked: 'FALSE',
    is_a_blocker: 'FALSE',
    due_date: due?.replaceAll('-', '/'),
    labels: item.labels.join(';'),
    epic_labels: '',
    tasks: item.checklist.map(({ text }) => text).join(';'),
    state: item.status,
    epic_id: item.epic && 4,
    epic: item.epic,
    project_id: '',
    project: '',
    iteration_id: item.sprint && 7,
    iteration: item.sprint,
    utc_offset: '+02:00',
    is_archived: 'FALSE',
    team_id: 't-1',
    team: 'Checkout',
    priority: priority === 'none' ? '' : priority,
    severity: item.severity,
  };
}

/** "Export stories": a blank name is refused, an archived story is left out. */
export const shortcutCsv = (): string =>
  csv([
    ...items.map(rowOf),
    rowOf({ ...items[0]!, n: 99, title: '' }),
    { ...rowOf({ ...items[2]!, n: 98 }), is_archived: 'TRUE' },
  ]);
