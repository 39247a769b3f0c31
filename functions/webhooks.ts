import { httpHandler } from '../shared/api/http/http-handler.ts';
import { webhookGroup } from '../shared/groups/webhooks.ts';

export const handler = httpHandler(webhookGroup);
