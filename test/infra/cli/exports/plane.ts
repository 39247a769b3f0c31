import { csv, items, people, textWith, type Item } from './items.ts';

const key = (n: number) => `MOB-${n}`;
const list = (entries: readonly unknown[]) => JSON.stringify(entries);

const header = [
  ...['Project Name', 'Project Identifier', 'Parent', 'Identifier', 'Sequence Id', 'Name', 'Description'],
  ...['State Name', 'Priority', 'Assignees', 'Subscribers', 'Created By Name', 'Start Date', 'Target Date'],
  ...['Completed At', 'Created At', 'Updated At', 'Archived At', 'Estimate', 'Labels', 'Cycles', 'Modules'],
  ...['Links', 'Relations', 'Comments', 'Sub Issues Count', 'Severity'],
];

function rowOf(item: Item): (string | number | null)[] {
  const { n, parent } = item;
  const comments = item.comments.map(({ by, at, text }) => ({
    comment: text,
    created_by: people[by].name,
    created_at: `${at.slice(0, 10)} ${at.slice(11, 19)}`,
  }));
  return [
    ...['Mobile', 'MOB', parent === null ? '' : key(parent), key(n), n, item.title, textWith(item, key)],
    ...[item.status, item.priority, list(item.assignees.map((name) => people[name].name)), '[]'],
    ...[people[item.author].name, item.start, item.due, item.completed, item.created, item.created, ''],
    ...[item.points, list(item.labels), list(item.sprint === null ? [] : [item.sprint])],
    ...[list(item.epic === null ? [] : [item.epic]), list(item.links)],
    list(item.blocks.map((other) => ({ type: 'blocking', issue: key(other), direction: 'outgoing' }))),
    ...[list(comments), 0, item.severity],
  ];
}

/** The exporter's CSV: a blank name is refused, an archived work item is left out. */
export function planeCsv(): string {
  const archived = rowOf({ ...items[2]!, n: 98 });
  archived[header.indexOf('Archived At')] = '2026-10-01T00:00:00Z';
  return csv([header, ...items.map(rowOf), rowOf({ ...items[0]!, n: 99, title: '' }), archived]);
}
