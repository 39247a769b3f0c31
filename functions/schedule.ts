import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { scheduleGroup } from '../shared/surface/groups/schedule.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(scheduleGroup.map(operationRoute));
