import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { scheduleGroup } from '../shared/surface/groups/schedule.ts';

export const handler = pipeline(scheduleGroup.map(operationRoute));
