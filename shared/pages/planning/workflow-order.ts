import type { Status } from '../../identity/status/status.ts';

/** Statuses in the order of the workflow; ties are ordered by age, oldest first. */
export const inWorkflowOrder = (statuses: readonly Status[]): Status[] =>
  statuses.toSorted((one, other) => one.order - other.order || (one.id < other.id ? -1 : 1));
