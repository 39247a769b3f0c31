import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { planningGroup } from '../shared/groups/planning.ts';

export const handler = pipeline(planningGroup.map(operationRoute));
