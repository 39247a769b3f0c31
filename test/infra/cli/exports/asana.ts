import { csv, inNotation, items, people, type Item } from './items.ts';

const id = (n: number) => String(1_200_000_000_000_000 + n);
const day = (iso: string | null) => (iso === null ? '' : iso.slice(0, 10));
const titleOf = (n: number) => items.find((item) => item.n === n)!.title;

const header = [
  ...['Task ID', 'Created At', 'Completed At', 'Last Modified', 'Name', 'Section/Column', 'Assignee'],
  ...['Assignee Email', 'Start Date', 'Due Date', 'Tags', 'Notes', 'Projects', 'Parent task'],
  ...['Blocked By (Dependencies)', 'Blocking (Dependencies)', 'Priority', 'Story Points', 'Severity'],
];

function rowOf(item: Item): (string | number | null)[] {
  const { n, assignees, parent, priority, start, due } = item;
  const [first] = assignees;
  return [
    ...[id(n), day(item.created), day(item.completed), day(item.created), item.title, item.status],
    ...[first ? people[first].name : '', first ? people[first].email : ''],
    ...[start && inNotation(start, n), due && inNotation(due, n), item.labels.join(','), item.text],
    ...['Marketing,Engineering', parent === null ? '' : titleOf(parent), ''],
    ...[item.blocks.map(titleOf).join(','), priority === 'none' ? '' : priority, item.points, item.severity],
  ];
}

export { id as asanaId };

/** A project's CSV: a task without a name is refused. */
export const asanaCsv = (): string =>
  csv([header, ...items.map(rowOf), rowOf({ ...items[0]!, n: 99, title: '' })]);

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
