import {
  checklist,
  entryOf,
  listOf,
  paragraphs,
  textOf,
  textsOf,
  type Preset,
  type RowComment,
  columnsBy,
  sources,
} from './preset.ts';

/**
 * Stories as Pivotal Tracker's "Export CSV" wrote them, in the columns of its article on import and export: those of owners,
 * comments and tasks repeat, and tasks and blockers have their status in the next column.
 */
export const pivotal: Preset = {
  tool: 'Pivotal Tracker',
  map: sources(`
    key=Id; title=Title; description=text; team="Pivotal Tracker"; status=Current State; assignee=Owned By;
    labels=Labels; priority=level; estimateValue=Estimate; endDate=Deadline; sprint=sprint;
    sprintStart=Iteration Start; sprintEnd=Iteration End; objective=epic; blockedBy=blockers;
    createdAt=Created at; completedAt=Accepted at; reporter=Requested By; externalId=Id;
    externalSource="pivotal"; externalUrl=URL
  `),
  lists: ['Labels'],
  sourceUrl: 'https://www.pivotaltracker.com/story/show/{id}',
  statusMap:
    'unscheduled=backlog,planned=unstarted,finished=started,delivered=started,rejected=started,accepted=completed',
  uses: columnsBy({
    description: 'Description|Task|Task Status|Blocker Status',
    'description and blockedBy': 'Blocker',
    comments: 'Comment',
    sprint: 'Iteration',
    priority: 'Priority',
    links: 'Pull Request',
  }),
  index: (stories) =>
    new Map(
      stories
        .filter((story) => textOf(story['Type']) === 'epic')
        .flatMap((epic) => labelsOf(epic).map((label): [string, typeof epic] => [label, epic])),
    ),
  tidy(record, epics) {
    const blockers = itemsOf(record, 'Blocker', 'resolved');
    const iteration = textOf(record['Iteration']);
    const epic = labelsOf(record).find((label) => epics?.has(label));
    const isEpic = textOf(record['Type']) === 'epic';
    return {
      values: {
        ...record,
        text: paragraphs(
          textOf(record['Description']),
          checklist(itemsOf(record, 'Task', 'completed')),
          checklist(blockers, 'Blockers'),
        ),
        level: /^p\d/i.exec(textOf(record['Priority']) ?? '')?.[0],
        sprint: iteration && `Iteration ${iteration}`,
        epic: isEpic || epic === undefined ? undefined : textOf(epics?.get(epic)?.['Title']),
        blockers: blockers.flatMap(({ text, done }) => (done ? [] : (/^#(\d+)$/.exec(text)?.[1] ?? []))),
      },
      details: {
        comments: textsOf(record['Comment']).map(commentOf),
        links: textsOf(record['Pull Request']).flatMap((url) =>
          /^https?:\/\//.test(url) ? [{ url, title: undefined }] : [],
        ),
      },
    };
  },
  mention: /(?<![\w&/])#(\d{5,})\b/g,
};

const labelsOf = (record: Record<string, unknown>): string[] =>
  textsOf(record['Labels']).flatMap((text) => text.split(',').map((label) => label.trim()));

/** The texts of repeated columns, with what the next column of each says. */
function itemsOf(record: Record<string, unknown>, column: string, doneWord: string) {
  const states = listOf(record[`${column} Status`]);
  return listOf(record[column]).flatMap((item, at) => {
    const text = textOf(item);
    return text === undefined
      ? []
      : [{ text, done: entryOf({ [doneWord]: true }, textOf(states[at]) ?? '') === true }];
  });
}

/** `The text (Ada Löwe - Oct 2, 2026)` */
function commentOf(cell: string): RowComment {
  const [, text, author, at] = /^([^]*?)\s*\(([^()]+) - (\p{L}+ \d{1,2}, \d{4})\)$/u.exec(cell) ?? [];
  return { author, at, text: text ?? cell };
}
