import type { StoredWebhook } from './webhook.ts';

/** Where the events of an endpoint are sent. */
export type WebhookAddress = Pick<StoredWebhook, 'url' | 'destination'>;

/** Whether two states of an endpoint send to the same place in the same way; a destination is also its role. */
export const sameAddress = (a: WebhookAddress, b: WebhookAddress): boolean =>
  a.url === b.url && JSON.stringify(a.destination) === JSON.stringify(b.destination);
