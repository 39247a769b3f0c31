import type { Counter } from '../../counts/story-counts.ts';
import { objectiveSortKey } from '../../objectives/objective-store.ts';
import { sprintSortKey } from '../../sprints/sprint-store.ts';
import type { Story } from '../../stories/story.ts';
import { storySize } from '../../stories/story-size.ts';
import type { StatusCategory } from '../../core/status-category.ts';

/** What a story has been counted as. Kept for every story, so that a change is a difference from it. */
export interface Counted {
  teamId: string;
  category: StatusCategory;
  /** In hundredths: whole numbers add up without a rest. */
  size: number;
  archived: boolean;
  sprintId: string | null;
  objectiveId: string | null;
  keyResultId: string | null;
  /** The UTC day on which it was completed. */
  doneDay: string | null;
}

export const countedAs = (story: Story, category: StatusCategory): Counted => ({
  teamId: story.teamId,
  category,
  size: storySize(story),
  archived: story.archivedAt !== null,
  sprintId: story.sprintId,
  objectiveId: story.objectiveId,
  keyResultId: story.keyResultId,
  doneDay: story.completedAt?.slice(0, 10) ?? null,
});

/** What has to be added where, so that counts follow from how stories were counted to how they are. */
export interface Differences {
  /** By the partition key of the objective or sprint. */
  owners: Map<string, Partial<Record<Counter, number>>>;
  /** By team and day, `<teamId> <day>`: the size completed on it. */
  done: Map<string, number>;
}

export const noDifferences = (): Differences => ({ owners: new Map(), done: new Map() });

/** Adds the step of one story from how it was counted to how it is; null stands for not at all. */
export function addDifference(differences: Differences, before: Counted | null, after: Counted | null): void {
  count(differences, before, -1);
  count(differences, after, 1);
}

/** The partition keys of what a story is counted for. */
export const ownersOf = ({ sprintId, objectiveId }: Counted): string[] => [
  ...(sprintId ? [sprintSortKey(sprintId)] : []),
  ...(objectiveId ? [objectiveSortKey(objectiveId)] : []),
];

function count({ owners, done }: Differences, counted: Counted | null, sign: 1 | -1): void {
  if (counted === null) return;
  if (counted.doneDay !== null) {
    const key = `${counted.teamId} ${counted.doneDay}`;
    done.set(key, (done.get(key) ?? 0) + sign * counted.size);
  }
  if (counted.archived) return;
  const remaining = counted.category !== 'completed' && counted.category !== 'cancelled';
  for (const owner of ownersOf(counted)) {
    const counters = owners.get(owner) ?? {};
    counters[counted.category] = (counters[counted.category] ?? 0) + sign;
    if (remaining) counters.remainingSize = (counters.remainingSize ?? 0) + sign * counted.size;
    owners.set(owner, counters);
  }
}

/** The counters of an owner that have to move, if any. */
export const changedCounters = (counters: Partial<Record<Counter, number>>) =>
  Object.fromEntries(Object.entries(counters).filter(([, difference]) => difference !== 0));
