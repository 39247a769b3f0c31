import { storySize } from '../story/story-size.ts';
import type { Story } from '../story/story.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';

/** The part of a story that analyses use. */
export interface AnalyzedStory extends Pick<
  Story,
  | 'id'
  | 'reference'
  | 'title'
  | 'teamId'
  | 'assigneeId'
  | 'objectiveId'
  | 'createdAt'
  | 'completedAt'
  | 'priority'
  | 'startDate'
> {
  /** Its estimate, or 1 if unestimated, in hundredths. */
  size: number;
  /** The time at which it first entered a started status; undefined if it never did or the time was not recorded. */
  startedAt: string | undefined;
  inProgress: boolean;
  /** Whether it is neither completed nor cancelled. */
  remains: boolean;
}

export function toWork(
  story: Story,
  { startedAt, category }: { startedAt: string | undefined; category: StatusCategory | undefined },
): AnalyzedStory {
  const {
    id,
    reference,
    title,
    teamId,
    assigneeId,
    objectiveId,
    createdAt,
    completedAt,
    priority,
    startDate,
  } = story;
  return {
    id,
    reference,
    title,
    teamId,
    assigneeId,
    objectiveId,
    createdAt,
    completedAt,
    priority,
    startDate,
    size: storySize(story),
    startedAt,
    inProgress: category === 'started',
    remains: category !== 'completed' && category !== 'cancelled',
  };
}
