import { archiveStatus } from '../cascades/archive-status.ts';
import { createStatus } from '../cascades/create-status.ts';
import { getStatus } from '../statuses/get-status.ts';
import { listStatuses } from '../statuses/list-statuses.ts';
import { unarchiveStatus } from '../cascades/unarchive-status.ts';
import { updateStatus } from '../cascades/update-status.ts';

export const statusOperations = [
  listStatuses,
  createStatus,
  getStatus,
  updateStatus,
  archiveStatus,
  unarchiveStatus,
];
