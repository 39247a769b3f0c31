import type { CounterName } from '../../planning/counts/story-counts.ts';
import { objectiveSortKey } from '../../planning/objective/objective-store.ts';
import { sprintSortKey } from '../../planning/sprints/sprint-store.ts';
import type { Story } from '../../planning/story/story.ts';
import { storySize } from '../../planning/story/story-size.ts';
import type { StatusCategory } from '../../kernel/core/status-category.ts';

/**
 * The state in which a story was last counted. Stored for every story that counts somewhere, or did, so that changes
 * can be computed as differences.
 */
export interface CountedStory {
  teamId: string;
  category: StatusCategory;
  /** In hundredths: integer arithmetic is exact. */
  size: number;
  archived: boolean;
  sprintId: string | null;
  objectiveId: string | null;
  keyResultId: string | null;
  /** The UTC day of completion. */
  doneDay: string | null;
}

/**
 * The state in which a story must be counted; null if it counts nowhere, like a deleted one or one in triage. An imported story always
 * has an entry: without one, it counts from the day on which it was created in the other tool.
 */
export function countedAs(story: Story, category: StatusCategory): CountedStory | null {
  const { teamId, sprintId, objectiveId, keyResultId, completedAt, archivedAt } = story;
  if (story.triage !== null) return null;
  if (!sprintId && !objectiveId && !completedAt && !story.importedAt) return null;
  return {
    teamId,
    category,
    size: storySize(story),
    archived: archivedAt !== null,
    sprintId,
    objectiveId,
    keyResultId,
    doneDay: completedAt?.slice(0, 10) ?? null,
  };
}

/** The increments that turn the counted state into the current state. */
export interface CountDifferences {
  /** By partition key of the objective or sprint. */
  owners: Map<string, Partial<Record<CounterName, number>>>;
  /** By team and day, `<teamId> <day>`: the size completed. */
  done: Map<string, number>;
}

export const noDifferences = (): CountDifferences => ({ owners: new Map(), done: new Map() });

/** Adds the difference between a story's counted and current state; null means not counted. */
export function addDifference(
  differences: CountDifferences,
  before: CountedStory | null,
  after: CountedStory | null,
): void {
  count(differences, before, -1);
  count(differences, after, 1);
}

/** Partition keys of the owners that count a story. */
export const ownersOf = ({ sprintId, objectiveId }: CountedStory): string[] => [
  ...(sprintId ? [sprintSortKey(sprintId)] : []),
  ...(objectiveId ? [objectiveSortKey(objectiveId)] : []),
];

function count({ owners, done }: CountDifferences, counted: CountedStory | null, sign: 1 | -1): void {
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

/** The counters of an owner to change, if any. */
export const changedCounters = (counters: Partial<Record<CounterName, number>>) =>
  Object.fromEntries(Object.entries(counters).filter(([, difference]) => difference !== 0));
