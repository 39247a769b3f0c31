import { clickupDay, clickupInstant } from './clickup-times.ts';
import {
  checklist,
  isRecord,
  listOf,
  paragraphs,
  textOf,
  type Preset,
  columnsBy,
  sources,
} from './preset.ts';

type Task = Record<string, unknown>;

/**
 * Tasks as ClickUp's "Export Items" of a workspace and its export of a view write them as CSV: `null` for nothing,
 * lists in brackets, times in milliseconds with a column of text next to them.
 */
export const clickup: Preset = {
  tool: 'ClickUp',
  map: sources(`
    key=Task Custom ID|Task ID; title=Task Name; description=text; team=Space Name|Space|"ClickUp";
    status=Status; assignee=assignees; labels=tags; priority=Priority;
    estimateValue=Story Points|Sprint Points|Points; estimatedDurationMinutes=minutes; startDate=start;
    endDate=due; parent=Parent ID; sprint=sprint; objective=objective; createdAt=Date Created;
    completedAt=Date Done|Date Closed; externalId=Task ID; externalSource="clickup"; externalUrl=Task Link
  `),
  sourceUrl: 'https://app.clickup.com/t/{id}',
  priorityMap: '1=urgent,2=high,3=medium,4=low',
  uses: columnsBy({
    description: 'Task Content|Checklists',
    assignee: 'Assignees|Assignee',
    labels: 'Tags',
    estimatedDurationMinutes: 'Time Estimated',
    startDate: 'Start Date',
    endDate: 'Due Date',
    'objective or sprint': 'List Name',
    comments: 'Comments',
    links: 'Attachments',
  }),
  omits: columnsBy({
    'the column before it says it': 'Date Created Text|Start Date Text|Due Date Text|Time Estimated Text',
    'stories have their own': 'Date Updated|Date Updated Text',
    'the export does not say who spent it and when': `Time Spent|Time Spent Text|Time Logged|
      Time Logged Text`,
    'the stories below it have times of their own': 'Rolled Up Time|Rolled Up Time Text',
    'the parents say it': 'Subtasks IDs',
    'they are among the comments': 'Assigned Comments',
    'the list says it': 'Home Location ID|Home Location',
    'the other locations say it': 'Other Location IDs',
  }),
  customField(column) {
    return column === 'Folder Name/Path' ? 'Folder' : column.replace(/ \([a-z][a-z ]*\)$/, '');
  },
  tidy(record) {
    const task = Object.fromEntries(
      Object.entries(record).map(([column, value]) => [column, isNothing(value) ? '' : value]),
    );
    const list = textOf(task['List Name']);
    const isSprint = /^(?:sprint|iteration)\b/i.test(list ?? '');
    const milliseconds = Number(textOf(task['Time Estimated'])?.replace(/"/g, ''));
    return {
      values: {
        ...task,
        'Folder Name/Path': bracketed(task['Folder Name/Path']).join(' / '),
        text: paragraphs(brokenLines(textOf(task['Task Content'])), ...checklistsOf(task)),
        assignees: bracketed(textOf(task['Assignees']) ?? task['Assignee']),
        tags: bracketed(task['Tags']),
        minutes: milliseconds > 0 ? Math.round(milliseconds / 60_000) : undefined,
        start: clickupDay(task, 'Start Date'),
        due: clickupDay(task, 'Due Date'),
        sprint: isSprint ? list : undefined,
        // A list that was never given a name.
        objective: isSprint || list === 'List' ? undefined : list,
      },
      details: {
        comments: listIn(task, 'Comments').flatMap(({ text, by, date }) => {
          const said = textOf(text);
          const at = textOf(date);
          return said === undefined ? [] : [{ author: textOf(by), at: clickupInstant(at) ?? at, text: said }];
        }),
        links: listIn(task, 'Attachments').flatMap(({ title, url }) => {
          const address = textOf(url);
          return address === undefined ? [] : [{ url: address, title: textOf(title) }];
        }),
      },
    };
  },
};

const isNothing = (value: unknown): boolean => /^\s*(?:null|NaN|\[\])\s*$/.test(textOf(value) ?? '');

/** Line breaks that are written as two signs; those of a path in Windows are not. */
const brokenLines = (text: string | undefined): string | undefined =>
  text === undefined || text.includes('\n') ? text : text.replace(/(?<!\b[A-Za-z]:\\?\S*)\\n/g, '\n');

/** `[Ada Löwe, Bob]`, or the same as JSON. */
function bracketed(value: unknown): string[] {
  const text = textOf(value) ?? '';
  const parsed = jsonOf(text);
  const parts = Array.isArray(parsed) ? parsed : text.replace(/^\[(.*)\]$/s, '$1').split(',');
  return parts.flatMap((part) => textOf(part) ?? []);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const listIn = (task: Task, column: string): Record<string, unknown>[] =>
  listOf(jsonOf(textOf(task[column]) ?? '')).filter(isRecord);

/** `{"Steps": ["Draw", "Build"]}`: it does not say what is done. */
function checklistsOf(task: Task): (string | undefined)[] {
  const lists = jsonOf(textOf(task['Checklists']) ?? '');
  return Object.entries(isRecord(lists) ? lists : {}).map(([name, items]) =>
    checklist(
      listOf(items)
        .flatMap((item) => textOf(item) ?? [])
        .map((text) => ({ text, done: false })),
      name,
    ),
  );
}
