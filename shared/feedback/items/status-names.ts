import type { ItemStatus } from './item.ts';

/** Statuses of items as people read them. */
export const statusNames: Record<ItemStatus, string> = {
  pending: 'Open',
  reviewing: 'Under review',
  planned: 'Planned',
  in_progress: 'In progress',
  completed: 'Done',
  closed: 'Closed',
};
