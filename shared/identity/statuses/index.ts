import { archiveStatus } from './archive-status.ts';
import { createStatus } from './create-status.ts';
import { getStatus } from './get-status.ts';
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
];
