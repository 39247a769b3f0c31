import { usualCategory } from '../status-map.ts';
import { fromHtml } from './markup.ts';
import { isRecord, listOf, textOf, type Preset, sources } from './preset.ts';

/** Tasks of a project as Asana exports them as CSV or JSON. */
export const asana: Preset = {
  tool: 'Asana',
  map: sources(`
    key=Task ID; title=Name; description=Notes; team=Projects|"Asana"; status=status;
    assignee=Assignee Email|Assignee; labels=Tags; priority=Priority;
    estimateValue=Story Points|Estimate|Points; startDate=Start Date; endDate=Due Date;
    parent=Parent task|Parent Task; blockedBy=Blocked By (Dependencies)|Blocked By;
    blocks=Blocking (Dependencies)|Blocking; createdAt=Created At; completedAt=Completed At;
    externalId=Task ID; externalSource="asana"
  `),
  /** Tasks name each other by their names. */
  namedBy: 'title',
  lists: ['Projects', 'Tags'],
  priorityMap: 'med=medium',
  sourceUrl: 'https://app.asana.com/0/0/{id}',
  uses: { 'Section/Column': 'status' },
  omits: { 'Last Modified': 'stories have their own' },
  read: (content) =>
    isRecord(content) && Array.isArray(content['data'])
      ? content['data'].filter(isRecord).flatMap((task) => tasksOf(task))
      : undefined,
  tidy(record) {
    const section = textOf(record['Section/Column']);
    const isDone = textOf(record['Completed At']) !== undefined;
    const isDoneSection = section !== undefined && usualCategory(section) === 'completed';
    return { values: { ...record, status: isDone && !isDoneSection ? 'completed' : section } };
  },
};

/** A task and its subtasks, in the columns of the CSV. */
function tasksOf(task: Record<string, unknown>, parent?: Record<string, unknown>): Record<string, unknown>[] {
  const memberships = listOf(task['memberships']).filter(isRecord);
  const nameOf = (value: unknown) => (isRecord(value) ? textOf(value['name']) : undefined);
  const own = {
    'Task ID': task['gid'],
    Name: task['name'],
    'Section/Column': nameOf(memberships[0]?.['section']),
    Assignee: nameOf(task['assignee']),
    'Assignee Email': isRecord(task['assignee']) ? task['assignee']['email'] : undefined,
    'Start Date': task['start_on'],
    'Due Date': task['due_on'],
    Tags: listOf(task['tags']).flatMap((tag) => nameOf(tag) ?? []),
    Notes: task['html_notes'] === undefined ? task['notes'] : fromHtml(textOf(task['html_notes']) ?? ''),
    Projects: memberships.flatMap(({ project }) => nameOf(project) ?? []),
    'Parent task': nameOf(task['parent']) ?? nameOf(parent),
    'Created At': task['created_at'],
    'Completed At': task['completed_at'],
    'Blocked By (Dependencies)': listOf(task['dependencies']).flatMap((one) => nameOf(one) ?? []),
  };
  const custom = listOf(task['custom_fields'])
    .filter(isRecord)
    .flatMap((field) => {
      const name = nameOf(field);
      if (name === undefined) return [];
      // A project can have fields of its own with the names of those that every task has.
      return [[Object.hasOwn(own, name) ? `${name} (field)` : name, field['display_value']] as const];
    });
  const subtasks = listOf(task['subtasks']).filter(isRecord);
  return [
    { ...own, ...Object.fromEntries(custom) },
    ...subtasks.flatMap((subtask) => tasksOf({ memberships, ...subtask }, task)),
  ];
}
