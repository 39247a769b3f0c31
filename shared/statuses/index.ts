import { archiveStatus } from './archive-status.ts';
import { createObjectiveStatus } from './create-objective-status.ts';
import { createStatus } from './create-status.ts';
import { getStatus } from './get-status.ts';
import { listObjectiveStatuses } from './list-objective-statuses.ts';
import { listStatuses } from './list-statuses.ts';
import { unarchiveStatus } from './unarchive-status.ts';
import { updateStatus } from './update-status.ts';

export const statusOperations = [
  listStatuses,
  createStatus,
  getStatus,
  updateStatus,
  archiveStatus,
  unarchiveStatus,
  listObjectiveStatuses,
  createObjectiveStatus,
];
