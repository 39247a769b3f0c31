import { createObjective } from './create-objective.ts';
import { deleteObjective } from './delete-objective.ts';
import { getObjective } from './get-objective.ts';
import { listObjectives } from './list-objectives.ts';
import { updateObjective } from './update-objective.ts';

export const objectiveOperations = [
  listObjectives,
  createObjective,
  getObjective,
  updateObjective,
  deleteObjective,
];
