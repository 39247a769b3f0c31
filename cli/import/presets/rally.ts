import { fromHtml } from './markup.ts';
import { entryOf, headed, paragraphs, textOf, type Preset, columnsBy, sources } from './preset.ts';

/** Stories, defects and tasks as Rally, once CA Agile Central, exports a page of them to CSV. */
export const rally: Preset = {
  tool: 'Rally',
  map: sources(`
    key=Formatted ID|ID; title=Name; description=text; team=Project|"Rally";
    status=Schedule State|Scheduled State|State|Flow State; assignee=Owner; labels=tags; priority=level;
    estimateValue=Plan Estimate; estimatedDurationMinutes=minutes; endDate=Target Date|Planned End Date;
    parent=parent id; sprint=Iteration; objective=objective; blockedBy=before; blocks=after;
    createdAt=Creation Date; startedAt=In Progress Date; completedAt=Accepted Date|Closed Date;
    reporter=Submitted By|Created By; externalId=Formatted ID|ID; externalSource="rally"
  `),
  sourceUrl: 'https://rally1.rallydev.com/#/search?keywords={id}',
  statusMap:
    'Idea=backlog,Submitted=backlog,Defined=unstarted,In-Progress=started,Completed=completed,Accepted=completed,Released=completed',
  hasLocalTimes: true,
  uses: columnsBy({
    description: 'Description|Notes|Acceptance Criteria|Acceptance Criterias|Blocked Reason',
    labels: 'Tags',
    priority: 'Priority',
    estimatedDurationMinutes: 'Task Estimate Total|Estimate',
    parent: 'Parent|Parent ID|Work Product',
    objective: 'Feature',
    blockedBy: 'Predecessors',
    blocks: 'Successors',
  }),
  omits: columnsBy({
    'stories have their own': 'Last Update Date',
    'the parents say it': 'Direct Children Count',
    'the export has no comments': 'Discussion Count',
    'stories have none': 'Display Color',
    'the key says it': 'Object ID|Object ID(OID)',
    'the order of rows is that of stories': 'Rank',
    'the export does not say who spent it and when': 'Actual|Actuals',
    'the estimate and the time spent say it': 'To Do|Task Remaining Total',
  }),
  tidy(record) {
    const shown = (column: string) => {
      const text = textOf(record[column]);
      return text && fromHtml(text);
    };
    const named = (column: string) => textOf(record[column])?.split(/\s*[,;]\s*/) ?? [];
    const parent = textOf(record['Parent']) ?? textOf(record['Work Product']) ?? textOf(record['Parent ID']);
    const priority = textOf(record['Priority']) ?? '';
    const hours = Number(textOf(record['Task Estimate Total']) ?? textOf(record['Estimate']));
    return {
      values: {
        ...record,
        text: paragraphs(
          shown('Description'),
          headed('Acceptance criteria', shown('Acceptance Criteria') ?? shown('Acceptance Criterias')),
          headed('Notes', shown('Notes')),
          headed('Blocked', shown('Blocked Reason')),
        ),
        tags: named('Tags'),
        level: entryOf(priorities, priority.toLowerCase()) ?? priority,
        minutes: hours > 0 ? Math.round(hours * 60) : undefined,
        'parent id': idOf(parent),
        // `F12: Checkout`
        objective: textOf(record['Feature'])?.replace(/^[A-Z]+\d+:\s*/, ''),
        before: named('Predecessors').flatMap((each) => idOf(each) ?? []),
        after: named('Successors').flatMap((each) => idOf(each) ?? []),
      },
    };
  },
  mention: /(?<![\w/-])((?:US|DE|TA|F|TC|S|I)\d+)(?![\w-])/g,
};

const idOf = (text: string | undefined): string | undefined => /^[A-Z]+\d+/.exec(text ?? '')?.[0];

/** Of defects. */
const priorities: Readonly<Record<string, string>> = {
  'resolve immediately': 'urgent',
  'high attention': 'high',
  normal: 'medium',
  low: 'low',
  none: '',
};
