import { csv, inNotation, items, people, type Item, type Row } from './items.ts';

const id = (n: number) => String(1_200_000_000_000_000 + n);
const day = (iso: string | null) => (iso === null ? '' : iso.slice(0, 10));
const titleOf = (n: number) => items.find((item) => item.n === n)!.title;

function rowOf(item: Item): Row {
  const { n, assignees, parent, priority, start, due } = item;
  const [first] = assignees;
  return {
    'Task ID': id(n),
    'Created At': day(item.created),
    'Completed At': day(item.completed),
    'Last Modified': day(item.created),
    Name: item.title,
    'Section/Column': item.status,
    Assignee: first && people[first].name,
    'Assignee Email': first && people[first].email,
    'Start Date': start && inNotation(start, n),
    'Due Date': due && inNotation(due, n),
    Tags: item.labels.join(','),
    Notes: item.text,
    Projects: 'Marketing,Engineering',
    'Parent task': parent === null ? '' : titleOf(parent),
    'Blocked By (Dependencies)': '',
    'Blocking (Dependencies)': item.blocks.map(titleOf).join(','),
    Priority: priority === 'none' ? '' : priority,
    'Story Points': item.points,
    Severity: item.severity,
  };
}

export { id as asanaId };

/** A project's CSV: a task without a name is refused. */
export const asanaCsv = (): string => csv([...items.map(rowOf), rowOf({ ...items[0]!, n: 99, title: '' })]);

const sectionOf = (item: Item) => [{ project: { name: 'Marketing' }, section: { name: item.status } }];

const customOf = ({ priority, points, severity }: Item) =>
  [
    ['Priority', priority === 'none' ? null : priority],
    ['Story Points', points === null ? null : String(points)],
    ['Severity', severity],
    // A field of the tasks has this name too.
    ['Notes', severity && `${severity}, they say`],
  ].map(([name, display_value]) => ({ name, display_value }));

const taskOf = (item: Item) => ({
  gid: id(item.n),
  name: item.title,
  memberships: sectionOf(item),
  assignee: item.assignees[0]
    ? { name: people[item.assignees[0]].name, email: people[item.assignees[0]].email }
    : null,
  start_on: item.start && day(item.start),
  due_on: item.due && day(item.due),
  tags: item.labels.map((name) => ({ name })),
  notes: item.text,
  parent: item.parent === null ? null : { name: titleOf(item.parent) },
  created_at: item.created,
  completed_at: item.completed,
  dependencies: items.filter(({ blocks }) => blocks.includes(item.n)).map(({ title }) => ({ name: title })),
  custom_fields: customOf(item),
  subtasks: [] as object[],
});

/** A project's JSON, in which a task has its subtasks; one without a name is refused. */
export const asanaJson = (): string => {
  const children = items.filter(({ parent }) => parent === 20);
  const above = items.filter((item) => !children.includes(item)).map(taskOf);
  for (const task of above)
    if (task.gid === id(20)) task.subtasks = children.map((item) => ({ ...taskOf(item), parent: null }));
  return JSON.stringify({ data: [...above, { ...taskOf(items[0]!), gid: id(99), name: '' }] });
};
