import { createObjectiveUpdate } from './create-objective-update.ts';
import { deleteObjectiveUpdate } from './delete-objective-update.ts';
import { getObjectiveUpdate } from './get-objective-update.ts';
import { listObjectiveUpdates } from './list-objective-updates.ts';
import { listTeamObjectiveUpdates } from './list-team-objective-updates.ts';
import { updateObjectiveUpdate } from './update-objective-update.ts';

export const objectiveUpdateOperations = [
  listObjectiveUpdates,
  createObjectiveUpdate,
  getObjectiveUpdate,
  updateObjectiveUpdate,
  deleteObjectiveUpdate,
  listTeamObjectiveUpdates,
];
