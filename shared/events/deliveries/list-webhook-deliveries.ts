import * as z from 'zod';
import { list } from '../../kernel/api/operation/operation.ts';
import { pageOf } from '../../kernel/api/operation/page.ts';
import { oneOrMany } from '../../kernel/core/query-parameters.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import { uuid } from '../../kernel/core/schema.ts';
import { ownWebhookOrThrow, WEBHOOK_PATH } from '../webhooks/webhook-access.ts';
import { getWebhookItem } from '../webhooks/webhook-store.ts';
import { deliverySchema, listableStatuses } from './delivery.ts';
import {
  deliveriesIn,
  deliveriesOf,
  deliveryIdOf,
  deliverySortKey,
  getDeliveryItems,
  toDelivery,
  deliveryIndexes,
} from './delivery-store.ts';

export const listWebhookDeliveries = list({
  id: 'listWebhookDeliveries',
  path: `${WEBHOOK_PATH}/deliveries`,
  tag: 'Webhooks',
  summary: 'List webhook deliveries',
  description: `Returns the endpoint's deliveries of the last 30 days with their attempts, newest event first. Filter by status to find those that may need attention (${listableStatuses.join(', ')}).`,
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  params: { webhookId: uuid() },
  query: () => ({
    status: oneOrMany(z.enum(listableStatuses)).meta({ description: 'Only deliveries with these statuses.' }),
  }),
  item: deliverySchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ query: { status }, loaded, caller, read, page }) => {
    const { webhook } = ownWebhookOrThrow(caller, loaded.webhook);
    const keys = await readNewest(read, {
      index: status ? deliveryIndexes.status : deliveryIndexes.endpoint,
      partitions: status?.map((one) => deliveriesIn(webhook.id, one)) ?? [deliveriesOf(webhook.id)],
      before: page.after === undefined ? undefined : deliverySortKey(page.after),
      limit: page.limit + 1,
    });
    const items = await getDeliveryItems(read, keys.slice(0, page.limit));
    const found = items.filter((item) => item !== undefined);
    const end = keys.length > page.limit ? keys[page.limit - 1]!.pk : undefined;
    return pageOf(found, page, { resource: toDelivery, position: deliveryIdOf }, end);
  },
});
