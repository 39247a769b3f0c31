import { entryOf, textOf, type Preset, columnsBy, sources } from './preset.ts';

/** Issues as Redmine's "Also available in: CSV" writes them, with all columns and the description. */
export const redmine: Preset = {
  tool: 'Redmine',
  map: sources(`
    key=#; title=Subject; description=Description; team=Project|"Redmine"; status=Status; assignee=Assignee;
    priority=level; estimatedDurationMinutes=minutes; startDate=Start date; endDate=Due date; parent=parent id;
    objective=Target version; blocks=blocks; blockedBy=blocked by; relatesTo=related to; duplicates=duplicates;
    duplicatedBy=duplicated by; createdAt=Created; completedAt=Closed; reporter=Author; externalId=#;
    externalSource="redmine"
  `),
  statusMap: 'Feedback=started,Assigned=unstarted,Confirmed=unstarted',
  hasLocalTimes: true,
  uses: {
    Priority: 'priority',
    'Estimated time': 'estimatedDurationMinutes',
    'Parent task': 'parent',
    'Related issues': 'blocks, blockedBy, relatesTo, duplicates and duplicatedBy',
  },
  omits: columnsBy({
    'stories have their own': 'Updated',
    'stories have their own history': 'Last updated by',
    'the parent says it': 'Parent task subject',
    'the stories below it have estimates of their own': 'Total estimated time',
    'the export does not say who spent it and when': 'Spent time|Total spent time',
    'the export has no other comments, nor who wrote them': 'Last notes',
    'the export does not say where they are': 'Files',
  }),
  tidy(record) {
    const priority = textOf(record['Priority']) ?? '';
    const related = relationsIn(textOf(record['Related issues']) ?? '');
    return {
      values: {
        ...record,
        level: entryOf(priorities, priority.toLowerCase()) ?? priority,
        minutes: minutesOf(textOf(record['Estimated time'])),
        'parent id': /\d+$/.exec(textOf(record['Parent task']) ?? '')?.[0],
        ...related,
      },
    };
  },
  mention: /(?<![\w&/])#(\d+)\b/g,
};

/** Its own words, of which `immediate` is the highest. */
const priorities: Readonly<Record<string, string>> = { immediate: 'urgent', urgent: 'urgent', high: 'high' };

/** `Related to #2, Blocks #3, Blocked by #4, Precedes #5 (2 days)`: of what follows in time, it is related. */
function relationsIn(text: string): Record<string, string[]> {
  const relations: Record<string, string[]> = {};
  for (const [, words = '', id = ''] of text.matchAll(/(\p{L}[\p{L} ]*?)\s*#(\d+)/gu)) {
    const known = entryOf(relationWords, words.toLowerCase()) ?? 'related to';
    relations[known] = [...(relations[known] ?? []), id];
  }
  return relations;
}

const relationWords: Readonly<Record<string, string>> = {
  blocks: 'blocks',
  'blocked by': 'blocked by',
  duplicates: 'duplicates',
  'is duplicate of': 'duplicates',
  'duplicated by': 'duplicated by',
  'has duplicate': 'duplicated by',
};

/** `1.5`, `1,5`, `1:30` or `1.50 h` */
function minutesOf(text: string | undefined): number | undefined {
  const [, hours = '', minutes] = /^(\d+(?:[.,]\d+)?)(?::(\d\d))?/.exec(text ?? '') ?? [];
  const total = Math.round(Number(hours.replace(',', '.')) * 60 + Number(minutes ?? 0));
  return total > 0 ? total : undefined;
}
