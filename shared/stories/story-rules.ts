import type { FieldProblem } from '../api/errors.ts';
import { nextTimestamp } from '../lib/clock.ts';
import type { StatusCategory } from '../statuses/status.ts';
import { allowedEstimates, estimateLabel, type EstimateScheme } from '../teams/team.ts';
import type { TeamRules } from '../teams/team-store.ts';
import { autoSchedulingStatus } from './auto-scheduling.ts';
import {
  clearedValues,
  type ClearableField,
  type Story,
  type StoryCreate,
  type StoryUpdate,
} from './story.ts';

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
  input: StoryCreate,
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
    labels: input.labels ?? [],
    statusId: input.statusId ?? team.defaultStatus.id,
    createdAt: timestamp,
    updatedAt: timestamp,
  };
  const category = resolved.statusCategory ?? team.defaultStatus.category;
  return {
    ...draft,
    objectiveId: resolved.impliedObjectiveId ?? draft.objectiveId,
    estimateLabel: labelOf(draft.estimateValue, team.estimateScheme),
    completedAt: category === 'completed' ? timestamp : null,
    autoSchedulingStatus: autoSchedulingStatus(draft),
  };
}

export const numberStory = (draft: StoryDraft, code: string, sequenceId: number): Story => ({
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
  const updatedAt = nextTimestamp(now, story.updatedAt);
  const next: Story = { ...story, ...patchValues(update) };
  if (resolved.impliedObjectiveId) next.objectiveId = resolved.impliedObjectiveId;
  if (next.estimateValue === null) next.estimateLabel = null;
  else if (scheme) next.estimateLabel = labelOf(next.estimateValue, scheme);
  if (resolved.statusCategory) {
    next.completedAt = resolved.statusCategory === 'completed' ? (story.completedAt ?? updatedAt) : null;
  }
  next.autoSchedulingStatus = autoSchedulingStatus(next);
  return sameStory(next, story) ? story : { ...next, updatedAt };
}

/** The fields of an update with the values they are to have. */
function patchValues({ expectedUpdatedAt: _, clearFields = [], ...values }: StoryUpdate): Partial<Story> {
  const cleared = clearFields.map((field: ClearableField) => [field, clearedValues[field]]);
  return { ...(defined(values) as Partial<Story>), ...(Object.fromEntries(cleared) as Partial<Story>) };
}

/** Those of an update's fields whose current value differs from the one sent. */
export const fieldsThatDiffer = (current: Story, update: StoryUpdate): string[] =>
  Object.entries(patchValues(update))
    .filter(([field, value]) => JSON.stringify(current[field as keyof Story]) !== JSON.stringify(value))
    .map(([field]) => field);

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

const sameStory = (a: Story, b: Story): boolean =>
  (Object.keys(a) as (keyof Story)[]).every((field) => JSON.stringify(a[field]) === JSON.stringify(b[field]));
