import { analysisOperations } from '../analysis/index.ts';
import { keyResultOperations } from '../key-results/index.ts';
import { objectiveOperations } from '../objectives/index.ts';
import { sprintOperations } from '../sprints/index.ts';

/** What functions/planning.ts serves: what teams set out to reach, and when, and how it goes. */
export const planningGroup = [
  ...objectiveOperations,
  ...keyResultOperations,
  ...sprintOperations,
  ...analysisOperations,
];
