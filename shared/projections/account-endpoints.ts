import type { Database } from '../kernel/core/database.ts';
import { membershipKey, memberKind } from '../kernel/auth/membership-store.ts';
import { createReader } from '../kernel/db/reader.ts';
import { retryOnConflict } from '../kernel/db/retry-on-conflict.ts';
import { commit } from '../kernel/db/write.ts';
import { getAccountEndpointId } from '../events/webhooks/account-endpoint-store.ts';
import { endWebhook } from '../events/webhooks/end-webhook.ts';
import { getWebhookItem, toWebhook, webhookKind } from '../events/webhooks/webhook-store.ts';
import type { Projection } from '../kernel/log/projection.ts';

/** Deletes the own endpoints of deleted service accounts, which are sent nothing from the moment of the deletion. */
export const accountEndpoints: Projection = {
  name: 'account-endpoints',
  follows: [memberKind],
  deletionsOnly: true,
  async handle({ database }, changes) {
    for (const { key } of changes) {
      const [workspaceId, accountId] = memberKind.idOf(key).split('#') as [string, string];
      await retryOnConflict(() => endAccountEndpoint(database, workspaceId, accountId));
    }
  },
  rebuild: {
    leads: (item) => {
      if (!webhookKind.includes(item)) return [];
      const { workspaceId, serviceAccountId } = toWebhook(item);
      return serviceAccountId === null ? [] : [{ key: membershipKey(workspaceId, serviceAccountId) }];
    },
  },
};

async function endAccountEndpoint(database: Database, workspaceId: string, accountId: string): Promise<void> {
  const read = createReader(database);
  const id = await getAccountEndpointId(read, workspaceId, accountId);
  const found = id === undefined ? undefined : await getWebhookItem(read, id);
  if (found) await commit(database, endWebhook(found.webhook));
}
