import { createHash } from 'node:crypto';
import { listOf, textOf, type Preset, columnsBy, sources } from './preset.ts';

/**
 * The pages of a database as Notion exports them to CSV: the title is the first column, whatever it is called, the others
 * are those that the database has.
 */
export const notion: Preset = {
  tool: 'Notion',
  map: sources(`
    key=page; description=Description|Notes|Summary|Details; team=Team|Project|"Notion";
    status=Status|State|Stage|checked;
    assignee=Assignee|Assign|Assigned To|Assigned to|Person|People|Owner|Responsible;
    labels=Tags|Tag|Labels|Type|Category; priority=Priority|Priority Level;
    estimateValue=Story Points|Estimate|Estimates|Points; startDate=Start|Start Date|Start date;
    endDate=Due|Due Date|Due date|Deadline|Date|Dates|Timeline|End Date|End date; parent=parent title;
    blockedBy=blocked by titles; blocks=blocking titles; sprint=sprint; objective=objective;
    createdAt=Created|Created time|Created Time|Created At|Created at|Date Created;
    completedAt=completed at|Completed on|Completed At|Completed at|Date Completed;
    reporter=Created by|Created By|Reporter
  `),
  titleIsFirst: true,
  namedBy: 'title',
  lists: 'Assignee,Assign,Assigned To,Assigned to,Person,People,Owner,Responsible,Tags'.split(','),
  hasLocalTimes: true,
  uses: columnsBy({
    'status or completedAt': 'Done|Complete|Completed',
    parent: 'Parent item|Parent task|Parent-task',
    blockedBy: 'Blocked by',
    blocks: 'Blocking|Is blocking',
    sprint: 'Sprint',
    objective: 'Epic',
    key: 'ID',
  }),
  omits: columnsBy({
    'stories have their own': 'Last edited time|Last Edited',
    'stories have their own history': 'Last edited by',
    'the parents say it': 'Sub-item|Sub-items|Sub-tasks',
  }),
  index: (pages) =>
    new Map(
      [...Map.groupBy(pages, titleOf)].map(([title, same]): [string, Record<string, unknown>] => [
        title,
        { isOne: same.length === 1 },
      ]),
    ),
  tidy(page, titles) {
    const title = titleOf(page);
    const first = (...columns: string[]) => titlesIn(columns.map((column) => page[column]))[0];
    const marks = ['Done', 'Complete', 'Completed'].flatMap((column) => textOf(page[column]) ?? []);
    const isChecked = marks.find((mark) => /^(?:Yes|No)$/.test(mark));
    return {
      values: {
        ...page,
        // A title that several pages have is distinguished by what else its pages have.
        page:
          textOf(page['ID']) ??
          (titles?.get(title)?.['isOne'] === true ? title : `${title} ${digestOf(page)}`),
        checked: isChecked && (isChecked === 'Yes' ? 'Done' : 'To do'),
        'completed at': marks.find((mark) => mark !== isChecked),
        'parent title': first('Parent item', 'Parent task', 'Parent-task'),
        'blocked by titles': titlesIn([page['Blocked by']]),
        'blocking titles': titlesIn([page['Blocking'], page['Is blocking']]),
        sprint: first('Sprint'),
        objective: first('Epic'),
      },
    };
  },
};

const titleOf = (page: Record<string, unknown>): string =>
  textOf(listOf(Object.values(page)[0])[0]) ?? 'Untitled';

const digestOf = (page: Record<string, unknown>): string =>
  createHash('sha256').update(JSON.stringify(page)).digest('hex').slice(0, 8);

/** `One (https://www.notion.so/One-1f…), Two (Tasks%20db/Two%202e….md)`, or the titles alone. */
const LINK = /\s*\((?:https?:\/\/|[^()\s]*\.md\b)[^()\s]*\)(?:,\s*|$)/;

/** The titles of the pages that a cell relates to. */
const titlesIn = (values: readonly unknown[]): string[] =>
  values.flatMap((value) => {
    const text = listOf(value)
      .flatMap((one) => textOf(one) ?? [])
      .join(', ');
    return text.split(LINK.test(text) ? LINK : ', ').filter((title) => title !== '');
  });
