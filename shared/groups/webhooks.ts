import { deliveryOperations } from '../deliveries/index.ts';
import { webhookOperations } from '../webhooks/index.ts';

/** What functions/webhooks.ts serves: endpoints, and what became of what was sent to them. */
export const webhookGroup = [...webhookOperations, ...deliveryOperations];
