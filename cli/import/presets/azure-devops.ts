import { fromHtml } from './markup.ts';
import { entryOf, paragraphs, textOf, type Preset } from './preset.ts';

type Item = Record<string, unknown>;

/**
 * Work items as a query of Azure DevOps exports them to CSV: a flat list with the ids of parents, or a tree with a column
 * of titles for each level, in which the items below an item follow it.
 */
export const azureDevops: Preset = {
  tool: 'Azure DevOps',
  map: {
    key: 'ID',
    title: 'name',
    description: 'text',
    team: 'Team Project|area',
    status: 'State',
    assignee: 'assignee',
    labels: 'labels',
    priority: 'Priority',
    estimateValue: 'Story Points|Effort|Size',
    estimatedDurationMinutes: 'minutes',
    startDate: 'Start Date',
    endDate: 'Due Date|Target Date|Finish Date',
    parent: 'parent id',
    sprint: 'sprint',
    objective: 'objective',
    createdAt: 'Created Date',
    startedAt: 'Activated Date',
    completedAt: 'Closed Date|Resolved Date',
    reporter: 'reporter',
    externalId: 'ID',
    externalSource: '"azure-devops"',
  },
  statusMap: 'Removed=cancelled,Committed=started,Design=unstarted,Inactive=cancelled',
  priorityMap: '1=urgent,2=high,3=medium,4=low',
  hasLocalTimes: true,
  uses: {
    Title: 'title',
    'Title 1': 'title and parent',
    'Title 2': 'title and parent',
    'Title 3': 'title and parent',
    'Title 4': 'title and parent',
    'Title 5': 'title and parent',
    'Title 6': 'title and parent',
    Description: 'description',
    'Repro Steps': 'description',
    'Acceptance Criteria': 'description',
    'Assigned To': 'assignee',
    'Created By': 'reporter',
    Tags: 'labels',
    'Iteration Path': 'sprint',
    'Area Path': 'team',
    'Original Estimate': 'estimatedDurationMinutes',
    Parent: 'parent',
  },
  omits: {
    'Changed Date': 'stories have their own',
    'Changed By': 'stories have their own history',
    Rev: 'stories have their own history',
    'Remaining Work': 'the estimate and the time spent say it',
    'Stack Rank': 'the order of rows is that of stories',
    'Backlog Priority': 'the order of rows is that of stories',
  },
  customField(column) {
    return entryOf(this.omits, column) === undefined ? column : undefined;
  },
  index: parentsOf,
  tidy(record, parents) {
    const id = textOf(record['ID']) ?? '';
    const parent = parents?.get(id);
    const hours = Number(textOf(record['Original Estimate']));
    const path = (column: string) => textOf(record[column])?.split('\\') ?? [];
    return {
      values: {
        ...record,
        name: titleOf(record),
        text: paragraphs(
          htmlIn(record, 'Description'),
          headed('Repro steps', htmlIn(record, 'Repro Steps')),
          headed('Acceptance criteria', htmlIn(record, 'Acceptance Criteria')),
        ),
        area: path('Area Path')[0],
        assignee: personIn(record, 'Assigned To'),
        reporter: personIn(record, 'Created By'),
        labels: (textOf(record['Tags']) ?? '')
          .split(';')
          .map((tag) => tag.trim())
          .filter(Boolean),
        minutes: hours > 0 ? Math.round(hours * 60) : undefined,
        'parent id': textOf(record['Parent']) ?? (parent && textOf(parent['ID'])),
        // The first part is the project itself.
        sprint: path('Iteration Path').slice(1).at(-1),
        objective:
          parent && /^(?:epic|feature)$/i.test(textOf(parent['Work Item Type']) ?? '')
            ? titleOf(parent)
            : undefined,
      },
    };
  },
};

const LEVELS = ['Title 1', 'Title 2', 'Title 3', 'Title 4', 'Title 5', 'Title 6'];

const levelOf = (item: Item): number => LEVELS.findIndex((column) => textOf(item[column]) !== undefined);
const titleOf = (item: Item): string | undefined =>
  textOf(item['Title']) ?? textOf(item[LEVELS[levelOf(item)] ?? '']);

/** The parent of each item by the item's id: the one that it names, or in a tree the last one of the level above it. */
function parentsOf(items: readonly Item[]): ReadonlyMap<string, Item> {
  const byId = new Map(items.map((item) => [textOf(item['ID']), item]));
  const above: Item[] = [];
  return new Map(
    items.flatMap((item): [string, Item][] => {
      const level = levelOf(item);
      if (level >= 0) above.splice(level, Infinity, item);
      const named = textOf(item['Parent']);
      const parent = named === undefined ? above[level - 1] : byId.get(named);
      const id = textOf(item['ID']);
      return parent && id !== undefined ? [[id, parent]] : [];
    }),
  );
}

/** `Ada Löwe <ada@example.com>` */
function personIn(item: Item, column: string): string | undefined {
  const text = textOf(item[column]);
  return /<([^<>\s]+@[^<>\s]+)>$/.exec(text ?? '')?.[1] ?? text;
}

function htmlIn(item: Item, column: string): string | undefined {
  const text = textOf(item[column]);
  return text && fromHtml(text);
}

const headed = (heading: string, text: string | undefined): string | undefined =>
  text === undefined ? undefined : `**${heading}**\n\n${text}`;
