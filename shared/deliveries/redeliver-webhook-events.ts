import pLimit from 'p-limit';
import * as z from 'zod';
import { writeConflict } from '../core/errors.ts';
import { operation } from '../api/operation/operation.ts';
import { timestamp, uniqueList, uuid } from '../core/schema.ts';
import { ownWebhookOrThrow, WEBHOOK_PATH } from '../webhooks/webhook-access.ts';
import { getWebhookItem } from '../webhooks/webhook-store.ts';
import type { DeliveryStatus } from './delivery.ts';
import {
  deliveriesOf,
  deliveryIdOf,
  deliverySortKey,
  getDeliveryItems,
  replaceDelivery,
  toQueued,
  type Queued,
} from './delivery-store.ts';
import { eventTime } from '../log/event.ts';
import type { Lane } from '../webhooks/lane.ts';
import { endCooldown } from '../webhooks/lane-store.ts';
import { assertActive, scheduleRecheck, requeued, wakeLane } from './requeue.ts';
import type { Reader } from '../core/database.ts';

/** Maximum number of deliveries queued per call, so that it finishes within the function's timeout. */
const MAX_DELIVERIES = 500;
const PAGE_SIZE = 100;

/** Maximum number of log pages read per call, so that it finishes in time even if few deliveries match. */
const MAX_PAGES = 20;
const WRITE_CONCURRENCY = 25;

/** All except `pending`, which are already queued. */
const resendable = ['retrying', 'delivered', 'failed', 'held', 'dropped'] as const satisfies DeliveryStatus[];

const bodySchema = z
  .strictObject({
    since: timestamp().meta({ description: 'The time of the oldest event to redeliver.' }),
    statuses: uniqueList(z.enum(resendable), resendable.length)
      .min(1, { error: 'must contain at least one status' })
      .optional()
      .meta({ description: 'Only deliveries with these statuses; by default, all that are not queued.' }),
    before: uuid()
      .optional()
      .meta({ description: 'The continueBefore value returned by the previous call.' }),
  })
  .meta({ id: 'RedeliverWebhookEventsRequest' });

const outputSchema = z
  .object({
    queued: z.int().meta({ description: 'Number of deliveries queued by this call.' }),
    hasMore: z.boolean(),
    continueBefore: uuid()
      .nullable()
      .meta({ description: 'Send this value in the next call; null when all deliveries are queued.' }),
  })
  .meta({ id: 'WebhookRedelivery' });

type Output = z.output<typeof outputSchema>;

export const redeliverWebhookEvents = operation({
  id: 'redeliverWebhookEvents',
  method: 'POST',
  path: `${WEBHOOK_PATH}/redeliver`,
  tag: 'Webhooks',
  summary: 'Redeliver webhook events since a given time',
  description: `Requeues the endpoint's deliveries of events since the given time, newest first, including those held while it was disabled or waiting for a retry. Use it after a receiver has lost events. Each call queues at most ${MAX_DELIVERIES} deliveries; while hasMore is true, call again with the returned continueBefore.`,
  scopes: ['webhooks:manage'],
  role: 'admin',
  errors: ['conflict'],
  params: { webhookId: uuid() },
  body: bodySchema,
  output: outputSchema,
  load: ({ path, read }) => ({ webhook: getWebhookItem(read, path.webhookId) }),
  handle: async ({ body, loaded, caller, read, now, newId, tryWrite, commit }) => {
    const { webhook } = ownWebhookOrThrow(caller, loaded.webhook);
    assertActive(webhook);
    const { chosen, continueBefore } = await choose(read, webhook.id, body);
    const lanes = lanesOf(chosen);
    // Done before anything is queued: if this call is interrupted, a repeat finds nothing left to queue in
    // these lanes.
    await tryWrite(lanes.map((lane) => scheduleRecheck(lane, now)));
    const limit = pLimit(WRITE_CONCURRENCY);
    const queued = await Promise.all(
      chosen.map((one) =>
        limit(() => tryWrite([replaceDelivery(requeued(one, now), one.delivery, writeConflict)])),
      ),
    );
    const count = queued.filter(Boolean).length;
    await Promise.all(lanes.map((lane) => tryWrite([endCooldown(lane, writeConflict)])));
    const wakeUps = lanes.flatMap((lane) => wakeLane(lane, newId(), now));
    // The outcome is small enough to be stored in place of a resource id for replays.
    await commit(wakeUps, `${count} ${continueBefore ?? ''}`);
    return toOutput(count, continueBefore);
  },
  replay: async ({ resourceId }) => {
    const [count, continueBefore] = resourceId.split(' ');
    return toOutput(Number(count), continueBefore || null);
  },
});

const toOutput = (queued: number, continueBefore: string | null): Output => ({
  queued,
  hasMore: continueBefore !== null,
  continueBefore,
});

const lanesOf = (chosen: readonly Queued[]): Lane[] => [
  ...new Map(chosen.map(({ lane }) => [lane.number, lane])).values(),
];

/** The matching deliveries, and the position before which there may be more. */
async function choose(
  read: Reader,
  webhookId: string,
  { since, statuses = [...resendable], before }: z.output<typeof bodySchema>,
): Promise<{ chosen: Queued[]; continueBefore: string | null }> {
  const chosen: Queued[] = [];
  const oldest = Date.parse(since);
  let position = before;
  for (let page = 1; ; page++) {
    const keys = await read.query({
      index: 'parent',
      partition: deliveriesOf(webhookId),
      limit: PAGE_SIZE,
      ...(position === undefined ? {} : { before: deliverySortKey(position) }),
    });
    const recent = keys.filter((key) => eventTime(deliveryIdOf(key)) >= oldest);
    const items = await getDeliveryItems(read, recent);
    chosen.push(
      ...items
        .filter((item) => item !== undefined)
        .map(toQueued)
        .filter(({ delivery }) => (statuses as string[]).includes(delivery.status)),
    );
    if (recent.length < PAGE_SIZE) return { chosen, continueBefore: null };
    position = deliveryIdOf(recent.at(-1)!);
    if (chosen.length > MAX_DELIVERIES - PAGE_SIZE || page === MAX_PAGES)
      return { chosen, continueBefore: position };
  }
}
