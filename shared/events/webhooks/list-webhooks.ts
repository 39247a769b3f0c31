import { list, WORKSPACE_PATH } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { webhookSchema } from './webhook.ts';
import {
  showWebhook,
  toWebhook,
  webhookIdOf,
  webhookSortKey,
  webhooksOf,
  withHealth,
} from './webhook-store.ts';

export const listWebhooks = list({
  id: 'listWebhooks',
  path: `${WORKSPACE_PATH}/webhook-endpoints`,
  tag: 'Webhooks',
  summary: 'List webhook endpoints',
  description: "Returns the workspace's endpoints, including those of other admins, newest first.",
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  item: webhookSchema,
  handle: async ({ caller, read, page }) => {
    const items = await read.query({
      index: 'list',
      partition: webhooksOf(caller.workspaceId),
      limit: page.limit + 1,
      ...(page.after === undefined ? {} : { before: webhookSortKey(page.after) }),
    });
    const healthOf = await withHealth(read, items.slice(0, page.limit));
    const resource = (item: (typeof items)[number]) => showWebhook(toWebhook(item), healthOf.get(item.pk)!);
    return pageOf(items, page, { resource, position: webhookIdOf });
  },
});
