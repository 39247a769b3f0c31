import { cadenceOperations } from '../../planning/cadence/index.ts';
import { keyResultOperations } from '../../planning/key-results/index.ts';
import { objectiveOperations } from '../../planning/objectives/index.ts';
import { sprintOperations } from '../../planning/sprints/index.ts';
import { viewOperations } from '../../planning/views/index.ts';

/** Operations of functions/planning.ts: objectives, key results, sprints with their cadence, and saved views. */
export const planningGroup = [
  ...objectiveOperations,
  ...keyResultOperations,
  ...sprintOperations,
  ...cadenceOperations,
  ...viewOperations,
];
