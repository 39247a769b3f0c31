import { fromHtml } from './markup.ts';
import { KEY_MENTION, entryOf, isRecord, textOf, type Preset } from './preset.ts';

/** Work items as Plane's exporter writes them as CSV or JSON, with lists as JSON in their cells; older ones have texts. */
export const plane: Preset = {
  tool: 'Plane',
  map: {
    key: 'Identifier|ID',
    title: 'Name',
    description: 'text',
    team: 'Project Name|Project',
    status: 'State Name|State',
    assignee: 'assignee list',
    labels: 'label list',
    priority: 'Priority',
    estimateValue: 'Estimate',
    startDate: 'Start Date',
    endDate: 'Target Date',
    parent: 'Parent',
    sprint: 'cycle list',
    sprintStart: 'Cycle Start Date',
    sprintEnd: 'Cycle End Date',
    objective: 'module list',
    blocks: 'relations[type=blocking].issue',
    blockedBy: 'relations[type=blocked_by].issue',
    relatesTo: 'relations[type=relates_to].issue',
    duplicates: 'relations[type=duplicate].issue',
    createdAt: 'Created At',
    completedAt: 'Completed At',
    reporter: 'Created By Name|Created By',
    externalId: 'Identifier|ID',
    externalSource: '"plane"',
  },
  uses: {
    Description: 'description',
    Assignees: 'assignee',
    Assignee: 'assignee',
    Labels: 'labels',
    Cycles: 'sprint',
    'Cycle Name': 'sprint',
    Modules: 'objective',
    'Module Name': 'objective',
    Relations: 'blocks, blockedBy, relatesTo and duplicates',
    Comments: 'comments',
    Links: 'links',
    'Archived At': 'excluded rows, unless --archived is given',
  },
  omits: {
    'Project Identifier': 'Identifier says it',
    'Sequence Id': 'Identifier says it',
    Subscribers: 'who watches a story is theirs to say',
    'Updated At': 'stories have their own',
    'Sub Issues Count': 'a count of what is imported itself',
    'Link Count': 'a count of what is imported itself',
    'Attachment Count': 'the export has no attachments',
  },
  customField(column) {
    return entryOf(this.omits, column) === undefined ? column : undefined;
  },
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
