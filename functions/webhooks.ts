import { operationRoute } from '../shared/kernel/api/http/operation-route.ts';
import { webhookGroup } from '../shared/surface/groups/webhooks.ts';
import { serve } from '../shared/surface/system/serve.ts';

export const handler = serve(webhookGroup.map(operationRoute));
