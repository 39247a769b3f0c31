import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { planningGroup } from '../shared/surface/groups/planning.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(planningGroup.map(operationRoute));
