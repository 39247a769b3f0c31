import type { Membership } from '../../kernel/auth/membership-store.ts';
import { notFound } from '../../kernel/core/errors.ts';
import { WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import type { Caller } from '../../kernel/core/caller.ts';
import { type FoundWebhook } from './webhook-store.ts';

export const WEBHOOK_PATH = `${WORKSPACE_PATH}/webhook-endpoints/{webhookId}`;

/** Whether an endpoint is sent events for a principal: an admin, or a service account that may read stories. */
export const mayOwnEndpoint = (owner: Membership | undefined): owner is Membership =>
  owner?.role === 'admin' || owner?.scopes?.includes('stories:read') === true;

/** Returns the endpoint if it belongs to the caller's workspace; otherwise throws a 404. */
export function ownWebhookOrThrow(caller: Caller, found: FoundWebhook | undefined): FoundWebhook {
  if (found?.webhook.workspaceId !== caller.workspaceId) throw notFound('webhook endpoint');
  return found;
}
