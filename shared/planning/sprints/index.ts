import { createSprint } from './create-sprint.ts';
import { deleteSprint } from './delete-sprint.ts';
import { getSprint } from './get-sprint.ts';
import { listSprints } from './list-sprints.ts';
import { updateSprint } from './update-sprint.ts';

export const sprintOperations = [listSprints, createSprint, getSprint, updateSprint, deleteSprint];
