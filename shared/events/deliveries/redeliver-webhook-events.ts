import * as z from 'zod';
import { operation } from '../../kernel/api/operation/operation.ts';
import { timestamp, uniqueList, uuid, memoize } from '../../kernel/core/schema.ts';
import { WEBHOOK_PATH } from '../webhooks/webhook-access.ts';
import { getWebhookItem } from '../webhooks/webhook-store.ts';
import { DELIVERIES_MAX, resendableStatuses } from './resendable.ts';

/** Maximum length of a cursor: 32 characters for each log that the endpoint's owner may read. */
const CURSOR_MAX_CHARACTERS = 32_768;

const bodySchema = memoize(() =>
  z
    .strictObject({
      since: timestamp().meta({ description: 'The time of the oldest event to redeliver.' }),
      statuses: uniqueList(z.enum(resendableStatuses), resendableStatuses.length)
        .min(1, { error: 'must contain at least one status' })
        .optional()
        .meta({ description: 'Only deliveries with these statuses; by default, all that are not queued.' }),
      before: timestamp().optional().meta({ description: 'Only events from before this time.' }),
      cursor: z
        .string()
        .min(1, { error: 'must not be empty', abort: true })
        .max(CURSOR_MAX_CHARACTERS, { error: `must be at most ${CURSOR_MAX_CHARACTERS} characters` })
        .optional()
        .meta({ description: 'The nextCursor of the previous call, whose other values are sent again.' }),
    })
    .meta({ id: 'RedeliverWebhookEventsRequest' }),
);

const outputSchema = memoize(() =>
  z
    .object({
      queued: z.int().meta({ description: 'Number of deliveries queued by this call.' }),
      hasMore: z.boolean(),
      nextCursor: z
        .string()
        .nullable()
        .meta({ description: 'Send it as cursor in the next call; null when everything is queued.' }),
    })
    .meta({ id: 'WebhookRedelivery' }),
);

type Output = z.output<ReturnType<typeof outputSchema>>;

export const redeliverWebhookEvents = operation({
  id: 'redeliverWebhookEvents',
  method: 'POST',
  path: `${WEBHOOK_PATH}/redeliver`,
  tag: 'Webhooks',
  summary: 'Redeliver webhook events since a given time',
  description: `Requeues the endpoint's deliveries of events since the given time, newest first, including those held while it was disabled or waiting for a retry; then, unless statuses is sent, queues from the log what it would receive now and was never sent, such as events from before it was made or subscribed. Use it after a receiver has lost events, or for a new one. Each call queues at most ${DELIVERIES_MAX} deliveries; while hasMore is true, call again with the same values and nextCursor as cursor.`,
  scopes: ['webhooks:manage'],
  principals: ['user'],
  role: 'admin',
  errors: ['conflict', 'invalid_cursor'],
  params: { webhookId: uuid() },
  body: bodySchema,
  output: outputSchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  // Imported on demand: few requests of its function queue anything.
  handle: async ({ body, loaded, ...call }) => {
    const { redeliverEvents } = await import('./redeliver-events.ts');
    const { count, nextCursor } = await redeliverEvents(call, loaded.webhook, body);
    return toOutput(count, nextCursor);
  },
  replay: async ({ resourceId }) => {
    const [count, nextCursor] = resourceId.split(' ');
    return toOutput(Number(count), nextCursor || null);
  },
});

const toOutput = (queued: number, nextCursor: string | null): Output => ({
  queued,
  hasMore: nextCursor !== null,
  nextCursor,
});
