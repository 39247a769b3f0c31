import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { scheduleGroup } from '../shared/groups/schedule.ts';

export const handler = pipeline(scheduleGroup.map(operationRoute));
