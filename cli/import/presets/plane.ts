import { fromHtml } from './markup.ts';
import { KEY_MENTION, isRecord, textOf, type Preset, columnsBy, sources } from './preset.ts';

/** Work items as Plane's exporter writes them as CSV or JSON, with lists as JSON in their cells; older ones have texts. */
export const plane: Preset = {
  tool: 'Plane',
  map: sources(`
    key=Identifier|ID; title=Name; description=text; team=Project Name|Project|"Plane";
    status=State Name|State; assignee=assignee list; labels=label list; priority=Priority;
    estimateValue=Estimate; startDate=Start Date; endDate=Target Date; parent=Parent; sprint=cycle list;
    sprintStart=Cycle Start Date; sprintEnd=Cycle End Date; objective=module list;
    blocks=relations[type=blocking].issue; blockedBy=relations[type=blocked_by].issue;
    relatesTo=relations[type=relates_to].issue; duplicates=relations[type=duplicate].issue;
    createdAt=Created At; completedAt=Completed At; reporter=Created By Name|Created By;
    externalId=Identifier|ID; externalSource="plane"
  `),
  uses: columnsBy({
    description: 'Description',
    assignee: 'Assignees|Assignee',
    labels: 'Labels',
    sprint: 'Cycles|Cycle Name',
    objective: 'Modules|Module Name',
    'blocks, blockedBy, relatesTo and duplicates': 'Relations',
    comments: 'Comments',
    links: 'Links',
    'excluded rows, unless --archived is given': 'Archived At',
  }),
  omits: columnsBy({
    'Identifier says it': 'Project Identifier|Sequence Id',
    'who watches a story is theirs to say': 'Subscribers',
    'stories have their own': 'Updated At',
    'a count of what is imported itself': 'Sub Issues Count|Link Count',
    'the export has no attachments': 'Attachment Count',
  }),
  isArchived: (record) => textOf(record['Archived At']) !== undefined,
  tidy(record) {
    const description = textOf(record['Description']);
    return {
      values: {
        ...record,
        text: description && fromHtml(description),
        'assignee list': listIn(record['Assignees'] ?? record['Assignee']),
        'label list': listIn(record['Labels']),
        'cycle list': listIn(record['Cycles'] ?? record['Cycle Name']),
        'module list': listIn(record['Modules'] ?? record['Module Name']),
        relations: listIn(record['Relations']).filter(isRecord),
      },
      details: {
        comments: listIn(record['Comments'])
          .filter(isRecord)
          .map((comment) => ({
            author: textOf(comment['created_by']),
            at: textOf(comment['created_at']),
            text: fromHtml(textOf(comment['comment']) ?? ''),
          })),
        links: listIn(record['Links'])
          .filter(isRecord)
          .flatMap(({ url, title }) => (textOf(url) ? [{ url: textOf(url)!, title: textOf(title) }] : [])),
      },
    };
  },
  mention: KEY_MENTION,
};

/** A list, or a cell with one as JSON; other text is its only entry. */
function listIn(value: unknown): unknown[] {
  if (Array.isArray(value)) return value;
  const text = textOf(value);
  if (text === undefined) return [];
  try {
    const parsed: unknown = JSON.parse(text);
    return Array.isArray(parsed) ? parsed : [text];
  } catch {
    return [text];
  }
}
