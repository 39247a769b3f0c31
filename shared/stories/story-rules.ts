import type { FieldProblem } from '../core/errors.ts';
import { nextVersion } from '../api/operation/patch.ts';
import { nextTimestamp } from '../core/clock.ts';
import { allowedEstimates, estimateLabel, type EstimateScheme } from '../teams/team.ts';
import type { TeamRules } from '../teams/team-store.ts';
import { autoSchedulingStatus } from './auto-scheduling.ts';
import { createdOf } from './imported.ts';
import { storyPatch, type Story, type StoryCreate, type StoryUpdate } from './story.ts';
import type { StatusCategory } from '../core/status-category.ts';

/** A story that has not drawn its number yet. */
export type StoryDraft = Omit<Story, 'sequenceId' | 'reference'>;

/** What a request's references turned out to be. */
export interface ResolvedReferences {
  /** The category of the status that the request names; undefined where it names none. */
  statusCategory: StatusCategory | undefined;
  /** The objective that the request's key result implies; undefined where it names none. */
  impliedObjectiveId: string | undefined;
}

const blank = {
  description: null,
  assigneeId: null,
  sprintId: null,
  objectiveId: null,
  keyResultId: null,
  parentId: null,
  priority: 'No Priority',
  estimateValue: null,
  estimatedDurationMinutes: null,
  minimumFocusBlockMinutes: null,
  autoSchedulingEnabled: false,
  autoSchedulingLocked: false,
  labels: [],
  startDate: null,
  endDate: null,
  archivedAt: null,
} as const;

/** The story that a create request makes, with all that follows from it, before it has a number. */
export function draftStory(
  { imported, ...input }: StoryCreate,
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
    statusId: input.statusId ?? team.defaultStatus.id,
    createdAt: imported ? createdOf(imported, timestamp) : timestamp,
    updatedAt: timestamp,
    importedAt: imported ? timestamp : null,
  };
  const category = resolved.statusCategory ?? team.defaultStatus.category;
  // When an imported story was completed is what the import says, or nobody knows.
  const completedAt = imported ? (imported.completedAt ?? null) : timestamp;
  return {
    ...draft,
    objectiveId: resolved.impliedObjectiveId ?? draft.objectiveId,
    estimateLabel: labelOf(draft.estimateValue, team.estimateScheme),
    completedAt: category === 'completed' ? completedAt : null,
    autoSchedulingStatus: autoSchedulingStatus(draft),
  };
}

export const withReference = (draft: StoryDraft, code: string, sequenceId: number): Story => ({
  ...draft,
  sequenceId,
  reference: `${code}-${sequenceId}`,
});

/** The story as it is after an update; `scheme` is needed where the update sets an estimate. */
export function patchStory(
  story: Story,
  update: StoryUpdate,
  resolved: ResolvedReferences,
  { scheme, now }: { scheme: EstimateScheme | undefined; now: Date },
): Story {
  const next = storyPatch.apply(story, update);
  if (resolved.impliedObjectiveId) next.objectiveId = resolved.impliedObjectiveId;
  if (next.estimateValue === null) next.estimateLabel = null;
  else if (scheme) next.estimateLabel = labelOf(next.estimateValue, scheme);
  if (resolved.statusCategory && next.statusId !== story.statusId) {
    const completed = resolved.statusCategory === 'completed';
    next.completedAt = completed ? (story.completedAt ?? nextTimestamp(now, story.updatedAt)) : null;
  }
  next.autoSchedulingStatus = autoSchedulingStatus(next);
  return nextVersion(story, next, now);
}

/**
 * When work on a story began, after it entered a status of a category, if it did: when it first stood in a
 * started one since it was last put back to backlog or unstarted. Undefined where it has not begun.
 */
export function startedAtAfter(
  startedAt: string | undefined,
  entered: StatusCategory | undefined,
  at: string,
): string | undefined {
  if (entered === 'started') return startedAt ?? at;
  return entered === 'backlog' || entered === 'unstarted' ? undefined : startedAt;
}

/** What is wrong with a story as a whole, after what each field alone allows. */
export function storyProblems(story: StoryDraft, scheme: EstimateScheme | undefined): FieldProblem[] {
  const problems: FieldProblem[] = [];
  const { estimateValue, estimatedDurationMinutes, minimumFocusBlockMinutes, startDate, endDate } = story;
  if (scheme && estimateValue !== null && labelOf(estimateValue, scheme) === null) {
    problems.push({ path: 'estimateValue', message: `must be ${allowedEstimates(scheme)} in this team` });
  }
  if (minimumFocusBlockMinutes !== null && estimatedDurationMinutes === null) {
    problems.push({ path: 'minimumFocusBlockMinutes', message: 'needs estimatedDurationMinutes' });
  } else if ((minimumFocusBlockMinutes ?? 0) > (estimatedDurationMinutes ?? Infinity)) {
    problems.push({
      path: 'minimumFocusBlockMinutes',
      message: 'must not be longer than estimatedDurationMinutes',
    });
  }
  if (startDate !== null && endDate !== null && endDate < startDate) {
    problems.push({ path: 'endDate', message: 'must not be before startDate' });
  }
  return problems;
}

const labelOf = (value: number | null, scheme: EstimateScheme): string | null =>
  value === null ? null : (estimateLabel(scheme, value) ?? null);

const defined = (values: object): object =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
