import { deliveryOperations } from '../../events/deliveries/index.ts';
import { webhookOperations } from '../../events/webhooks/index.ts';

/** Operations of functions/webhooks.ts: endpoints and their deliveries. */
export const webhookGroup = [...webhookOperations, ...deliveryOperations];
