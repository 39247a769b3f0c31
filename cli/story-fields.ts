import { nameKey } from '../shared/kernel/core/name-key.ts';
import { InvalidArgumentError, Option } from 'commander';
import { listKeyResults } from '../shared/planning/key-results/list-key-results.ts';
import { listLabels } from '../shared/planning/labels/list-labels.ts';
import { didYouMean } from '../shared/kernel/core/nearest.ts';
import { listObjectives } from '../shared/planning/objectives/list-objectives.ts';
import { listStatuses } from '../shared/identity/statuses/list-statuses.ts';
import { type Story } from '../shared/planning/story/story.ts';
import { ApiError, asSentence } from '../shared/kernel/core/errors.ts';
import { withoutUndefined } from './core/arguments.ts';
import { CommandError } from './core/command-error.ts';
import { resolveMember, findNamed } from './core/find.ts';
import { inCommandWords, subjectOf } from './command-words.ts';
import { customFieldsFrom } from './custom-field-values.ts';
import { findSprint } from './find-sprint.ts';
import { findStory } from './find-story.ts';
import type { WorkspaceOperations } from './workspace-operations.ts';
import { parsePriority, priorities, type Priority } from '../shared/kernel/core/priority.ts';

/** Options that describe a story in human terms: names, email addresses, references. */
export interface StoryOptions {
  description?: string;
  status?: string;
  assignee?: string;
  sprint?: string;
  objective?: string;
  keyResult?: string;
  parent?: string;
  labels?: string[];
  addLabels?: string[];
  removeLabels?: string[];
  priority?: Priority;
  estimate?: number;
  start?: string;
  due?: string;
  minutes?: number;
  schedule?: boolean;
  field?: string[];
}

/** `--priority`, whose values shells complete. */
export const priorityOption = (): Option =>
  new Option('--priority <priority>', 'how important it is').choices(priorities).argParser(asPriority);

/** A priority, ignoring case; `No Priority` is `none`. */
function asPriority(text: string): Priority {
  const found = parsePriority(text);
  if (found) return found;
  throw new InvalidArgumentError(`There is no priority ${text}; ${didYouMean(text, priorities)}`);
}

/** The clearable fields of a story, by the options that set them. */
export const clearable = {
  description: 'description',
  assignee: 'assigneeId',
  sprint: 'sprintId',
  objective: 'objectiveId',
  'key-result': 'keyResultId',
  parent: 'parentId',
  estimate: 'estimateValue',
  labels: 'labels',
  start: 'startDate',
  due: 'endDate',
  minutes: 'estimatedDurationMinutes',
} as const satisfies Record<string, keyof Story>;

/** The options that set the fields of a story, for errors. */
const setters: ReadonlyMap<string, string> = new Map([
  ...Object.entries(clearable).map(([option, field]): [string, string] => [field, `--${option}`]),
  ['title', 'The title'],
  ['statusId', '--status'],
  ['priority', '--priority'],
  ['teamId', '--team'],
]);

/** Rethrows an error about fields of a story with the options that set them. */
export function throwAsOptions(error: unknown): never {
  if (!(error instanceof ApiError) || error.fields.length === 0) throw error;
  const sentences = error.fields.map(({ path, message }) => {
    const rest = message.replaceAll(/\b[a-z]+[A-Z]\w*/g, (word) => setters.get(word) ?? word);
    const subject = setters.get(path.split('.')[0]!) ?? subjectOf(path, ['field']);
    return inCommandWords(asSentence(`${subject} ${rest}`));
  });
  throw new CommandError(sentences.join('\n'));
}

/** The fields set by options for a story of a team, with ids for names; `current` are its present labels. */
export async function storyFields(
  operations: WorkspaceOperations,
  teamId: string,
  options: StoryOptions,
  current: readonly string[] = [],
) {
  const { description, priority, estimate, start, due, status, sprint, objective, keyResult } = options;
  const query = { teamId };
  const idOf = async <T extends { id: string; name: string }>(
    what: string,
    text: string | undefined,
    all: () => Promise<T[]>,
  ) => (text === undefined ? undefined : findNamed(what, await all(), text).id);
  const [statusId, sprintId, objectiveId, keyResultId] = await Promise.all([
    idOf('status', status, () => operations.list(listStatuses, { query })),
    sprint === undefined ? undefined : findSprint(operations, sprint, query).then(({ id }) => id),
    idOf('objective', objective, () => operations.list(listObjectives, { query })),
    idOf('key result', keyResult, () => operations.list(listKeyResults, { query })),
  ]);
  return withoutUndefined({
    description,
    priority,
    statusId,
    sprintId,
    objectiveId,
    keyResultId,
    estimateValue: estimate,
    startDate: start,
    endDate: due,
    estimatedDurationMinutes: options.minutes,
    autoSchedulingEnabled: options.schedule,
    assigneeId:
      options.assignee === undefined ? undefined : (await resolveMember(operations, options.assignee)).id,
    parentId: options.parent === undefined ? undefined : (await findStory(operations, options.parent)).id,
    labels: await labelsOf(operations, teamId, options, current),
    customFields: (await customFieldsFrom(operations, options.field)).customFields,
  });
}

/** The resulting labels of a story, or undefined if no option concerns them. */
async function labelsOf(
  operations: WorkspaceOperations,
  teamId: string,
  { labels, addLabels = [], removeLabels = [] }: StoryOptions,
  current: readonly string[],
): Promise<string[] | undefined> {
  if (labels === undefined && addLabels.length + removeLabels.length === 0) return undefined;
  const known = await operations.list(listLabels, { query: { teamId } });
  const idOf = (name: string): string => {
    const named = known.filter((label) => nameKey(label.name) === nameKey(name));
    const own = named.find((label) => label.teamId === teamId);
    return (own ?? findNamed('label', known, name)).id;
  };
  const removed = removeLabels.map(idOf);
  const both = [...(labels ?? []), ...addLabels].find((name) => removed.includes(idOf(name)));
  if (both !== undefined)
    throw new CommandError(`The label ${both} is to be set and removed; leave out one of them.`);
  const others = (labels?.map(idOf) ?? current).filter((id) => !removed.includes(id));
  return [...new Set([...others, ...addLabels.map(idOf)])];
}
