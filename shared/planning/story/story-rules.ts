import { dateSpanProblems } from '../../kernel/core/date-span.ts';
import type { FieldProblem } from '../../kernel/core/errors.ts';
import { allowedEstimates, estimateLabel, type EstimateScheme } from '../../identity/team/team.ts';
import type { TeamRules } from '../../identity/team/team-store.ts';
import { pending } from '../story-parts/triage.ts';
import type { Story, NewStory, AutoSchedulingStatus, ImportedStory } from './story.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';

/** A story without a number yet. */
export type StoryDraft = Omit<Story, 'sequenceId' | 'reference'>;

/** The resolved references of a request. */
export interface ResolvedReferences {
  /** Category of the status in the request; undefined if it names none. */
  statusCategory: StatusCategory | undefined;
  /** Objective implied by the key result in the request; undefined if it names none. */
  impliedObjectiveId: string | undefined;
}

const blank = {
  description: null,
  assigneeId: null,
  sprintId: null,
  objectiveId: null,
  keyResultId: null,
  parentId: null,
  priority: 'none',
  estimateValue: null,
  estimatedDurationMinutes: null,
  minimumFocusBlockMinutes: null,
  autoSchedulingEnabled: false,
  autoSchedulingLocked: false,
  labels: [],
  rank: null,
  startDate: null,
  endDate: null,
  archivedAt: null,
  customFields: {},
  externalId: null,
  externalSource: null,
  externalUrl: null,
  claim: null,
  triage: null,
} as const;

/** Builds the story for a create request, with its derived fields but without a number. */
export function draftStory(
  { imported, triage, ...input }: NewStory,
  team: TeamRules,
  resolved: ResolvedReferences,
  made: { id: string; workspaceId: string; reporterId: string; now: Date },
): StoryDraft {
  const { now, ...identity } = made;
  const timestamp = now.toISOString();
  const draft = {
    ...blank,
    ...(defined(input) as Partial<Story> & Pick<Story, 'title' | 'teamId'>),
    ...identity,
    reporterId: imported?.reporterId ?? identity.reporterId,
    labels: input.labels ?? [],
    rank: imported?.rank ?? null,
    links: [],
    statusId: input.statusId ?? team.defaultStatus.id,
    createdAt: imported ? createdOf(imported, timestamp) : timestamp,
    updatedAt: timestamp,
    completedAt: null,
    importedAt: imported ? timestamp : null,
    triage: triage && team.intakeEnabled ? pending : null,
  };
  const category = resolved.statusCategory ?? team.defaultStatus.category;
  // An imported story's completion time comes only from the import.
  const completedAt = imported ? (imported.completedAt ?? null) : timestamp;
  const done = category === 'completed';
  return {
    ...draft,
    objectiveId: resolved.impliedObjectiveId ?? draft.objectiveId,
    estimateLabel: labelOf(draft.estimateValue, team.estimateScheme),
    completedAt: done ? completedAt : null,
    autoSchedulingStatus: category === 'cancelled' || done ? 'off' : autoSchedulingStatus(draft),
  };
}

export const withReference = (draft: StoryDraft, code: string, sequenceId: number): Story => ({
  ...draft,
  sequenceId,
  reference: `${code}-${sequenceId}`,
});

/**
 * When work on a story started: when it first entered a started status since it was last moved back to
 * backlog or unstarted. Undefined if it has not started.
 */
export function startedAtAfter(
  startedAt: string | undefined,
  entered: StatusCategory | undefined,
  at: string,
): string | undefined {
  if (entered === 'started') return startedAt ?? at;
  return entered === 'backlog' || entered === 'unstarted' ? undefined : startedAt;
}

/** Validates rules that span several fields of a story. */
export function storyProblems(story: StoryDraft, scheme: EstimateScheme | undefined): FieldProblem[] {
  const problems = estimateProblems(story.estimateValue, scheme);
  const { estimatedDurationMinutes, minimumFocusBlockMinutes } = story;
  if (minimumFocusBlockMinutes !== null && estimatedDurationMinutes === null) {
    problems.push({ path: 'minimumFocusBlockMinutes', message: 'requires estimatedDurationMinutes' });
  } else if ((minimumFocusBlockMinutes ?? 0) > (estimatedDurationMinutes ?? Infinity)) {
    problems.push({
      path: 'minimumFocusBlockMinutes',
      message: 'must not be longer than estimatedDurationMinutes',
    });
  }
  return [...problems, ...externalProblems(story), ...dateSpanProblems(story)];
}

/** A problem if a team's scheme does not have an estimate. */
export const estimateProblems = (value: number | null, scheme: EstimateScheme | undefined): FieldProblem[] =>
  scheme && value !== null && labelOf(value, scheme) === null
    ? [{ path: 'estimateValue', message: `must be ${allowedEstimates(scheme)} in this team` }]
    : [];

/** A story names another tool, its id there and its address there, or none of them. */
function externalProblems({ externalId, externalSource, externalUrl }: StoryDraft): FieldProblem[] {
  const given = { externalId, externalSource, externalUrl };
  const missing = Object.entries(given).filter(([, value]) => value === null);
  if (missing.length === 0 || missing.length === 3) return [];
  return missing.map(([path]) => ({
    path,
    code: 'required',
    message: 'is required: externalId, externalSource and externalUrl go together',
  }));
}

/** The label of an estimate in a scheme. */
export const labelOf = (value: number | null, scheme: EstimateScheme): string | null =>
  value === null ? null : (estimateLabel(scheme, value) ?? null);

const defined = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));

type SchedulingFields = Pick<
  Story,
  | 'autoSchedulingEnabled'
  | 'autoSchedulingLocked'
  | 'assigneeId'
  | 'estimatedDurationMinutes'
  | 'completedAt'
  | 'archivedAt'
  | 'triage'
>;

/** What a story's plan depends on; a change of it makes the scheduler look again. */
const plannedBy = [
  'autoSchedulingEnabled',
  'autoSchedulingLocked',
  'assigneeId',
  'estimatedDurationMinutes',
  'minimumFocusBlockMinutes',
  'priority',
  'startDate',
  'endDate',
  'archivedAt',
] as const satisfies readonly (keyof Story)[];

/** Whether the scheduler plans a story, as far as the story alone decides it. */
export const isPlannable = ({ autoSchedulingStatus: status }: Pick<Story, 'autoSchedulingStatus'>): boolean =>
  status !== 'off' && status !== 'needs_owner' && status !== 'needs_time';

/** The scheduling state of a story after a change; what the scheduler has found stays until it has to look again. */
export function nextSchedulingStatus(
  story: Story,
  next: Story,
  entered: StatusCategory | undefined,
): AutoSchedulingStatus {
  // A story that stays in its status stays finished, if it is.
  const wasFinished =
    story.autoSchedulingEnabled && story.archivedAt === null && story.autoSchedulingStatus === 'off';
  const isFinished = entered === undefined ? wasFinished : entered === 'completed' || entered === 'cancelled';
  const isSame = isFinished === wasFinished && plannedBy.every((field) => next[field] === story[field]);
  if (isSame) return story.autoSchedulingStatus;
  return isFinished ? 'off' : autoSchedulingStatus(next);
}

/** Scheduling state of a story (docs/specification.md, "Values"); read-only for callers. */
export function autoSchedulingStatus(story: SchedulingFields): AutoSchedulingStatus {
  const { completedAt, archivedAt, triage } = story;
  if (!story.autoSchedulingEnabled || completedAt !== null || archivedAt !== null || triage !== null)
    return 'off';
  if (story.assigneeId === null) return 'needs_owner';
  if (story.estimatedDurationMinutes === null) return 'needs_time';
  return story.autoSchedulingLocked ? 'locked' : 'planning';
}

/** The earliest date given, or the time of the import. */
export const createdOf = ({ createdAt, startedAt, completedAt }: ImportedStory, now: string): string =>
  createdAt ?? [startedAt, completedAt].filter((at) => at !== undefined).sort()[0] ?? now;

/** Validates imported history: dates must not be in the future, must be in order and must fit the status. */
export function importedProblems(
  imported: ImportedStory,
  category: StatusCategory,
  now: Date,
): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const requireThat = (fits: boolean, field: keyof ImportedStory, message: string) => {
    if (!fits) problems.push({ path: `imported.${field}`, message });
  };
  const { createdAt, startedAt, completedAt } = imported;
  const limit = now.toISOString();
  const created = createdOf(imported, limit);
  for (const field of ['createdAt', 'startedAt', 'completedAt'] as const) {
    requireThat((imported[field] ?? limit) <= limit, field, 'must not be in the future');
  }
  const isBegun = category !== 'backlog' && category !== 'unstarted';
  if (startedAt !== undefined) {
    requireThat(isBegun, 'startedAt', 'requires a status of category started, completed or cancelled');
    requireThat(createdAt === undefined || startedAt >= created, 'startedAt', 'must not be before createdAt');
  }
  if (completedAt !== undefined) {
    requireThat(category === 'completed', 'completedAt', 'requires a status of category completed');
    const first = startedAt ?? created;
    const message = `must not be before ${startedAt === undefined ? 'createdAt' : 'startedAt'}`;
    requireThat(completedAt >= first, 'completedAt', message);
  }
  return problems;
}
