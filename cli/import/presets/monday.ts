import { textOf, type Preset, columnsBy, sources } from './preset.ts';

type Item = Record<string, unknown>;

/**
 * Items of a board as monday.com exports it to Excel, or as a spreadsheet saves that as CSV: the board's name, then for
 * each group its name, headings and items; below an item its subitems, with headings of their own.
 */
export const monday: Preset = {
  tool: 'monday.com',
  map: sources(`
    key=id; title=Name; team=Board|"monday"; status=Status|Group; assignee=Person|People|Owner|Assignee;
    labels=Tags|Labels|Label; priority=Priority; estimateValue=Story Points|Estimated SP|Points;
    startDate=Timeline - Start|Start date|Start Date; endDate=Due date|Due Date|Deadline|Date|Timeline - End;
    parent=Parent item; createdAt=Created at|Creation date; completedAt=Completion date|Completed at;
    externalId=id; externalSource="monday"
  `),
  lists: ['Person', 'People', 'Owner', 'Assignee', 'Tags', 'Labels', 'Label'],
  statusMap: 'Working on it=started,Stuck=started,Ready to start=unstarted,Future steps=backlog',
  hasLocalTimes: true,
  uses: { 'Item ID (auto generated)': 'key', 'Item ID': 'key', Group: 'status' },
  omits: columnsBy({
    'the subitems say it': 'Subitems',
    'stories have their own': 'Last updated|Last Updated',
  }),
  table: recordsOf,
  tidy(item) {
    const { Board, Group, Name } = item;
    const path = [Board, Group, item['Parent item'], Name].flatMap((part) => textOf(part) ?? []);
    return { values: { ...item, id: idOf(item) ?? path.join(' / ') } };
  },
};

const idOf = (item: Item): string | undefined =>
  textOf(item['Item ID (auto generated)']) ?? textOf(item['Item ID']);

/** Its first column can have another name. */
const isHeadings = (row: readonly string[] = []): boolean =>
  row[1] === 'Subitems' ||
  row.some((cell) => /^Item ID\b/.test(cell)) ||
  (row[0] === 'Name' && row.filter(Boolean).length > 1);

const isTitle = (row: readonly string[]): boolean => row.filter(Boolean).length === 1 && row[0] !== '';

function recordsOf(cells: readonly (readonly string[])[]): Item[] {
  const rows = cells.map((row) => row.map((cell) => cell.trim())).filter((row) => row.some(Boolean));
  const board = rows[0] && isTitle(rows[0]) ? rows[0][0] : undefined;
  const items: Item[] = [];
  let headings: readonly string[] | undefined;
  let below: { headings: readonly string[]; parent: string } | undefined;
  let group: string | undefined;
  for (const [at, row] of rows.entries()) {
    const parent = items.findLast((item) => item['Parent item'] === undefined);
    if (row[0] === 'Subitems' && parent) {
      below = { headings: row, parent: idOf(parent) ?? textOf(parent['Name'])! };
    } else if (isHeadings(row)) {
      headings = ['Name', ...row.slice(1)];
      below = undefined;
    } else if (!headings || (isTitle(row) && isHeadings(rows[at + 1]))) {
      group = row[0];
    } else if (row[0] !== '') {
      items.push({ Board: board, Group: group, ...named(headings, row) });
      below = undefined;
    } else if (below && row[1] !== '') {
      const subitem = named(below.headings, row);
      items.push({ Board: board, Group: group, ...subitem, 'Parent item': below.parent });
    }
  }
  return items;
}

/** What has a heading; a row without a name is a summary of those above it. */
const named = (headings: readonly string[], row: readonly string[]): Item =>
  Object.fromEntries(headings.flatMap((heading, at) => (heading === '' ? [] : [[heading, row[at] ?? '']])));
