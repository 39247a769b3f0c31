import { httpHandler } from '../shared/api/http-handler.ts';
import { planningGroup } from '../shared/groups/planning.ts';

export const handler = httpHandler(planningGroup);
