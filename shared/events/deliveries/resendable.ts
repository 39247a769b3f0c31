import type { DeliveryStatus } from './delivery.ts';

/** Maximum number of deliveries queued per call, so that it finishes within the function's timeout. */
export const DELIVERIES_MAX = 500;

/** All except `pending`, which are already queued. */
export const resendableStatuses = [
  'retrying',
  'delivered',
  'failed',
  'held',
  'dropped',
] as const satisfies DeliveryStatus[];
