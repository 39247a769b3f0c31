import { fromHtml } from './markup.ts';
import { headed, paragraphs, textOf, type Preset, columnsBy, sources } from './preset.ts';

type Item = Record<string, unknown>;

/**
 * Work items as a query of Azure DevOps exports them to CSV: a flat list with the ids of parents, or a tree with a column
 * of titles for each level, in which the items below an item follow it.
 */
export const azureDevops: Preset = {
  tool: 'Azure DevOps',
  map: sources(`
    key=ID; title=name; description=text; team=Team Project|area|"Azure DevOps"; status=State;
    assignee=assignee; labels=labels; priority=Priority; estimateValue=Story Points|Effort|Size;
    estimatedDurationMinutes=minutes; startDate=Start Date; endDate=Due Date|Target Date|Finish Date;
    parent=parent id; sprint=sprint; objective=objective; createdAt=Created Date; startedAt=Activated Date;
    completedAt=Closed Date|Resolved Date; reporter=reporter; externalId=ID; externalSource="azure-devops"
  `),
  statusMap: 'Removed=cancelled,Committed=started,Design=unstarted,Inactive=cancelled',
  priorityMap: '1=urgent,2=high,3=medium,4=low',
  hasLocalTimes: true,
  uses: columnsBy({
    title: 'Title',
    'title and parent': 'Title 1|Title 2|Title 3|Title 4|Title 5|Title 6',
    description: 'Description|Repro Steps|Acceptance Criteria',
    assignee: 'Assigned To',
    reporter: 'Created By',
    labels: 'Tags',
    sprint: 'Iteration Path',
    team: 'Area Path',
    estimatedDurationMinutes: 'Original Estimate',
    parent: 'Parent',
  }),
  omits: columnsBy({
    'stories have their own': 'Changed Date',
    'stories have their own history': 'Changed By|Rev',
    'the estimate and the time spent say it': 'Remaining Work',
    'the order of rows is that of stories': 'Stack Rank|Backlog Priority',
  }),
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
