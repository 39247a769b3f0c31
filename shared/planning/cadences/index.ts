import { getSprintCadence } from './get-sprint-cadence.ts';
import { updateSprintCadence } from './update-sprint-cadence.ts';

export const cadenceOperations = [updateSprintCadence, getSprintCadence];
