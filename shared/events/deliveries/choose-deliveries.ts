import type { Change, Reader } from '../../kernel/core/database.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import { eventTime } from '../../kernel/log/event.ts';
import type { Lane } from '../webhooks/lane.ts';
import type { DeliveryStatus } from './delivery.ts';
import {
  deliveriesOf,
  deliveryIdOf,
  deliverySortKey,
  getDeliveryItems,
  replaceDelivery,
  toQueued,
  deliveryIndexes,
} from './delivery-store.ts';
import { requeued } from './requeue.ts';
import { DELIVERIES_MAX, resendableStatuses } from './resendable.ts';

export const PAGE_SIZE = 100;

/** Maximum number of pages read per call, so that it finishes in time even if few deliveries match. */
export const PAGES_MAX = 20;

/** The period of events to send: from `since` up to but excluding `before`, both timestamps. */
export interface EventPeriod {
  since: string;
  before?: string | undefined;
  statuses?: readonly DeliveryStatus[] | undefined;
}

/**
 * The deliveries to queue: each with its lane and the change that queues it, provided that it has not changed. There is
 * no change if an earlier attempt of the same request has already queued it.
 */
export interface ChosenDeliveries {
  lane: Lane;
  change: Change | undefined;
}

/** The matching deliveries before a position, newest first, and the position to continue before; null at the end. */
export async function chooseDeliveries(
  { read, now, requestKey }: { read: Reader; now: Date; requestKey: string | undefined },
  webhookId: string,
  { since, before, statuses = resendableStatuses }: EventPeriod,
  start: string | undefined,
): Promise<{ chosen: ChosenDeliveries[]; next: string | null }> {
  const chosen: ChosenDeliveries[] = [];
  const oldest = Date.parse(since);
  const end = before === undefined ? Infinity : Date.parse(before);
  let position = start;
  for (let page = 1; ; page++) {
    const keys = await read.query({
      index: deliveryIndexes.endpoint,
      partition: deliveriesOf(webhookId),
      limit: PAGE_SIZE,
      ...(position === undefined ? {} : { before: deliverySortKey(position) }),
    });
    const recent = keys.filter((key) => eventTime(deliveryIdOf(key)) >= oldest);
    const items = await getDeliveryItems(
      read,
      recent.filter((key) => eventTime(deliveryIdOf(key)) < end),
    );
    chosen.push(
      ...items
        .filter((item) => item !== undefined)
        .map(toQueued)
        .flatMap((queued): ChosenDeliveries[] => {
          const { lane, delivery, requeuedBy } = queued;
          if (requestKey !== undefined && requeuedBy === requestKey) return [{ lane, change: undefined }];
          if (!statuses.includes(delivery.status)) return [];
          const next = requeued(queued, now, requestKey);
          return [{ lane, change: replaceDelivery(next, delivery, writeConflict) }];
        }),
    );
    if (recent.length < PAGE_SIZE) return { chosen, next: null };
    position = deliveryIdOf(recent.at(-1)!);
    if (chosen.length > DELIVERIES_MAX - PAGE_SIZE || page === PAGES_MAX) return { chosen, next: position };
  }
}
