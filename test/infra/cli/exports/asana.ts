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
