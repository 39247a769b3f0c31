/**
 * The scope changes of a sprint or an objective in one day. Its scope is its stories that are neither
 * archived nor cancelled. Each change has a number of stories and their total size in hundredths.
 */
export type DayCounter =
  | 'added'
  | 'addedSize'
  /** Left the scope: moved out, cancelled, archived or deleted. */
  | 'removed'
  | 'removedSize'
  | 'completed'
  | 'completedSize'
  /** No longer completed, or completed and left the scope, which also counts as removed. */
  | 'reopened'
  | 'reopenedSize'
  /** Change in the size of incomplete work from re-estimation. */
  | 'resized';

export type Day = Partial<Record<DayCounter, number>>;

/** The number of stories that a day added to the remaining work. */
export const remainingAdded = ({ added = 0, removed = 0, completed = 0, reopened = 0 }: Day): number =>
  added - removed - completed + reopened;

/** The size of the remaining work that a day added, in hundredths. */
export const remainingSizeAdded = (day: Day): number => {
  const { addedSize = 0, removedSize = 0, completedSize = 0, reopenedSize = 0, resized = 0 } = day;
  return addedSize - removedSize - completedSize + reopenedSize + resized;
};
