import { operationRoute } from '../shared/api/http/operation-route.ts';
import { pipeline } from '../shared/api/http/pipeline.ts';
import { webhookGroup } from '../shared/groups/webhooks.ts';

export const handler = pipeline(webhookGroup.map(operationRoute));
