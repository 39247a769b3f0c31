import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { planningGroup } from '../shared/surface/groups/planning.ts';

export const handler = pipeline(planningGroup.map(operationRoute));
