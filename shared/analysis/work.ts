import { storySize } from '../stories/story-size.ts';
import type { Story } from '../stories/story.ts';
import type { StatusCategory } from '../core/status-category.ts';

/** What analyses look at of a story. */
export interface Work extends Pick<
  Story,
  'id' | 'reference' | 'title' | 'teamId' | 'assigneeId' | 'objectiveId' | 'completedAt'
> {
  /** Its estimate, or one, in hundredths. */
  size: number;
  /** When it first entered a started status; undefined where it never did, or before that was kept. */
  startedAt: string | undefined;
  inProgress: boolean;
}

export function toWork(
  story: Story,
  { startedAt, category }: { startedAt: string | undefined; category: StatusCategory | undefined },
): Work {
  const { id, reference, title, teamId, assigneeId, objectiveId, completedAt } = story;
  return {
    ...{ id, reference, title, teamId, assigneeId, objectiveId, completedAt },
    size: storySize(story),
    startedAt,
    inProgress: category === 'started',
  };
}
