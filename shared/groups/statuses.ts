import { archiveStatus } from '../cascades/archive-status.ts';
import { createObjectiveStatus } from '../statuses/create-objective-status.ts';
import { createStatus } from '../statuses/create-status.ts';
import { getStatus } from '../statuses/get-status.ts';
import { listObjectiveStatuses } from '../statuses/list-objective-statuses.ts';
import { listStatuses } from '../statuses/list-statuses.ts';
import { unarchiveStatus } from '../cascades/unarchive-status.ts';
import { updateStatus } from '../statuses/update-status.ts';

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
