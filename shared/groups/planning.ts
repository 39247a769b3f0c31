import { cadenceOperations } from '../cadence/index.ts';
import { keyResultOperations } from '../key-results/index.ts';
import { objectiveOperations } from '../objectives/index.ts';
import { sprintOperations } from '../sprints/index.ts';
import { viewOperations } from '../views/index.ts';

/** Operations of functions/planning.ts: objectives, key results, sprints with their cadence, and saved views. */
export const planningGroup = [
  ...objectiveOperations,
  ...keyResultOperations,
  ...sprintOperations,
  ...cadenceOperations,
  ...viewOperations,
];
