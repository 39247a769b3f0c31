import { sizeOf } from '../stories/story-size.ts';
import type { StatusCategory } from '../statuses/status.ts';
import type { Story } from '../stories/story.ts';

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
    size: sizeOf(story),
    startedAt,
    inProgress: category === 'started',
  };
}
