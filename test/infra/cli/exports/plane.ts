import { csv, items, people, textWith, type Item, type Row } from './items.ts';

const key = (n: number) => `MOB-${n}`;
const list = (entries: readonly unknown[]) => JSON.stringify(entries);

function rowOf(item: Item): Row {
  const { n, parent } = item;
  const comments = item.comments.map(({ by, at, text }) => ({
    comment: text,
    created_by: people[by].name,
    created_at: `${at.slice(0, 10)} ${at.slice(11, 19)}`,
  }));
  return {
    'Project Name': 'Mobile',
    'Project Identifier': 'MOB',
    Parent: parent === null ? '' : key(parent),
    Identifier: key(n),
    'Sequence Id': n,
    Name: item.title,
    Description: textWith(item, key),
    'State Name': item.status,
    Priority: item.priority,
    Assignees: list(item.assignees.map((name) => people[name].name)),
    Subscribers: '[]',
    'Created By Name': people[item.author].name,
    'Start Date': item.start,
    'Target Date': item.due,
    'Completed At': item.completed,
    'Created At': item.created,
    'Updated At': item.created,
    'Archived At': '',
    Estimate: item.points,
    Labels: list(item.labels),
    Cycles: list(item.sprint === null ? [] : [item.sprint]),
    Modules: list(item.epic === null ? [] : [item.epic]),
    Links: list(item.links),
    Relations: list(
      item.blocks.map((other) => ({ type: 'blocking', issue: key(other), direction: 'outgoing' })),
    ),
    Comments: list(comments),
    'Sub Issues Count': 0,
    Severity: item.severity,
  };
}

/** The exporter's CSV: a blank name is refused, an archived work item is left out. */
export const planeCsv = (): string =>
  csv([
    ...items.map(rowOf),
    rowOf({ ...items[0]!, n: 99, title: '' }),
    { ...rowOf({ ...items[2]!, n: 98 }), 'Archived At': '2026-10-01T00:00:00Z' },
  ]);
