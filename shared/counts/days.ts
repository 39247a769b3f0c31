/**
 * What happened in a day to the scope of a sprint or an objective: its stories that are neither archived nor
 * cancelled. Numbers of stories, and beside them their sizes in hundredths.
 */
export type DayCounter =
  | 'added'
  | 'addedSize'
  /** Taken out: moved elsewhere, cancelled, archived or deleted. */
  | 'removed'
  | 'removedSize'
  | 'completed'
  | 'completedSize'
  /** No longer completed, or completed and taken out, which counts as removed too. */
  | 'reopened'
  | 'reopenedSize'
  /** By how much new estimates changed the size of what was not completed. */
  | 'resized';

export type Day = Partial<Record<DayCounter, number>>;

/** How much a day added to what remains to be done. */
export const remainingAdded = ({ added = 0, removed = 0, completed = 0, reopened = 0 }: Day): number =>
  added - removed - completed + reopened;

export const remainingSizeAdded = (day: Day): number => {
  const { addedSize = 0, removedSize = 0, completedSize = 0, reopenedSize = 0, resized = 0 } = day;
  return addedSize - removedSize - completedSize + reopenedSize + resized;
};
