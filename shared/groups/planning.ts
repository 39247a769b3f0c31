import { keyResultOperations } from '../key-results/index.ts';
import { objectiveOperations } from '../objectives/index.ts';
import { sprintOperations } from '../sprints/index.ts';

/** Operations of functions/planning.ts: objectives, key results and sprints. */
export const planningGroup = [...objectiveOperations, ...keyResultOperations, ...sprintOperations];
