import { httpHandler } from '../shared/api/http/http-handler.ts';
import { planningGroup } from '../shared/groups/planning.ts';

export const handler = httpHandler(planningGroup);
