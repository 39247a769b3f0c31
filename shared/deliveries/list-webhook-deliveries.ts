import * as z from 'zod';
import { list } from '../api/operation/operation.ts';
import { pageOf } from '../api/operation/page.ts';
import { uuid } from '../core/schema.ts';
import { ownWebhookOrThrow, WEBHOOK_PATH } from '../webhooks/get-webhook.ts';
import { getWebhookItem } from '../webhooks/webhook-store.ts';
import { deliverySchema, listableStatuses } from './delivery.ts';
import {
  deliveriesIn,
  deliveriesOf,
  deliveryIdOf,
  deliverySortKey,
  getDeliveryItems,
  toDeliveryJson,
} from './delivery-store.ts';

export const listWebhookDeliveries = list({
  id: 'listWebhookDeliveries',
  path: `${WEBHOOK_PATH}/deliveries`,
  tag: 'Webhooks',
  summary: 'List webhook deliveries',
  description: `Returns the endpoint's deliveries of the last 30 days with their attempts, newest event first. Filter by status to find those that may need attention (${listableStatuses.join(', ')}).`,
  scopes: ['webhooks:manage'],
  role: 'admin',
  params: { webhookId: uuid() },
  query: { status: z.enum(listableStatuses).optional() },
  item: deliverySchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ query: { status }, loaded, caller, read, page }) => {
    const { webhook } = ownWebhookOrThrow(caller, loaded.webhook);
    const keys = await read.query({
      index: status ? 'status' : 'parent',
      partition: status ? deliveriesIn(webhook.id, status) : deliveriesOf(webhook.id),
      limit: page.limit + 1,
      ...(page.after === undefined ? {} : { before: deliverySortKey(page.after) }),
    });
    const items = await getDeliveryItems(read, keys.slice(0, page.limit));
    const found = items.filter((item) => item !== undefined);
    const end = keys.length > page.limit ? keys[page.limit - 1]!.pk : undefined;
    return pageOf(found, page, { json: toDeliveryJson, position: deliveryIdOf }, end);
  },
});
