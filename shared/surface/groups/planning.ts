import { agentSessionOperations } from '../../planning/agent-sessions/index.ts';
import { cadenceOperations } from '../../planning/cadences/index.ts';
import { customFieldOperations } from '../../planning/custom-fields/index.ts';
import { keyResultOperations } from '../../planning/key-results/index.ts';
import { objectiveOperations } from '../../planning/objectives/index.ts';
import { objectiveUpdateOperations } from '../../planning/objective-updates/index.ts';
import { sprintOperations } from '../../planning/sprints/index.ts';
import { viewOperations } from '../../planning/views/index.ts';

/** Operations of functions/planning.ts: objectives with their updates, key results, sprints with their cadence, saved views, custom fields and agent sessions. */
export const planningGroup = [
  ...objectiveOperations,
  ...keyResultOperations,
  ...objectiveUpdateOperations,
  ...sprintOperations,
  ...cadenceOperations,
  ...viewOperations,
  ...customFieldOperations,
  ...agentSessionOperations,
];
