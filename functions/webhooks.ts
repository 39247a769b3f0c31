import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { pipeline } from '../shared/kernel/api/http/pipeline.ts';
import { webhookGroup } from '../shared/surface/groups/webhooks.ts';

export const handler = pipeline(webhookGroup.map(operationRoute));
