import { KEY_MENTION, textOf, type Preset, columnsBy, sources } from './preset.ts';

/** Issues as Linear's "Export data" writes them as CSV. */
export const linear: Preset = {
  tool: 'Linear',
  map: sources(`
    key=ID; title=title; description=description; team=Team|"Linear"; status=Status; assignee=Assignee;
    labels=Labels; priority=Priority; estimateValue=Estimate; endDate=Due Date; parent=Parent issue;
    sprint=cycle; sprintStart=Cycle Start; sprintEnd=Cycle End; objective=Project; blockedBy=Blocked by;
    relatesTo=Related to; duplicates=Duplicate of; createdAt=Created; startedAt=Started; completedAt=Completed;
    reporter=Creator; externalId=ID; externalSource="linear"
  `),
  lists: ['Labels', 'Blocked by', 'Related to', 'Duplicate of'],
  sourceUrl: 'https://linear.app/issue/{id}',
  uses: columnsBy({
    title: 'Title',
    description: 'Description',
    sprint: 'Cycle Name|Cycle Number',
    'excluded rows, unless --archived is given': 'Archived',
  }),
  omits: {
    Updated: 'stories have their own',
    Canceled: 'the status says it',
    UUID: 'stories are found by their ids such as ENG-12',
    'Project ID': 'Project says it',
    'Project Milestone ID': 'Project Milestone says it',
  },
  isArchived: ({ Archived }) => textOf(Archived) !== undefined,
  tidy(record) {
    const number = textOf(record['Cycle Number']);
    return {
      values: {
        ...record,
        title: unescaped(record['Title']),
        description: unescaped(record['Description']),
        cycle: textOf(record['Cycle Name']) ?? (number && `Cycle ${number}`),
      },
    };
  },
  mention: KEY_MENTION,
};

/** Linear puts a quote before what a spreadsheet would take for a formula. */
const unescaped = (value: unknown): string | undefined => textOf(value)?.replace(/^'(?=[+\-=@])/, '');
