import type { Change } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { deleteAccountEndpoint } from './account-endpoint-store.ts';
import { deleteLanes } from './lane-store.ts';
import type { StoredWebhook } from './webhook.ts';
import { deleteWebhookItem } from './webhook-store.ts';

/** Changes that delete an endpoint with its lanes, provided that it is unchanged. */
export const endWebhook = (webhook: StoredWebhook): Change[] => [
  ...deleteWebhookItem(webhook, writeConflict),
  ...deleteLanes(webhook.id),
  ...deleteAccountEndpoint(webhook),
];
