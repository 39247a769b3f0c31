import { deliveryOperations } from '../deliveries/index.ts';
import { webhookOperations } from '../webhooks/index.ts';

/** Operations of functions/webhooks.ts: endpoints and their deliveries. */
export const webhookGroup = [...webhookOperations, ...deliveryOperations];
