import { deliveryOperations } from '../../events/deliveries/index.ts';
import { webhookOperations } from '../../events/webhooks/index.ts';
import { hookOperations } from '../../planning/hooks/index.ts';

/** Operations of functions/webhooks.ts: endpoints and their deliveries, and hooks for code hosts. */
export const webhookGroup = [...webhookOperations, ...deliveryOperations, ...hookOperations];
