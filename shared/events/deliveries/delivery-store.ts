import { attributesOf, defineDocument } from '../../kernel/db/document.ts';
import { gsi2, gsi6, inIndex, itemKind } from '../../kernel/db/table.ts';
import { deliverySchema, isListable, isWaiting, type Delivery, type ListableStatus } from './delivery.ts';
import type { LogPosition } from '../../kernel/log/log-store.ts';
import type { Lane } from '../webhooks/lane.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

export const deliveryDocument = defineDocument(deliverySchema);

const deliveryKind = itemKind('D#', 'workspace');
export const deliveryKey = deliveryKind.key;

export const deliverySortKey = (id: string): string => deliveryKey(id).pk;
export const deliveryIdOf = deliveryKind.idOf;

/** Index partitions of an endpoint's deliveries: all, by listable status, and pending by lane. */
export const deliveriesOf = (webhookId: string): string => `E#${webhookId}`;
export const deliveriesIn = (webhookId: string, status: ListableStatus): string => `E#${webhookId}#${status}`;
export const waitingIn = ({ webhookId, number }: Lane): string => `E#${webhookId}#L${number}`;

/** A delivery with internal fields that clients do not see. */
export interface QueuedDelivery {
  delivery: Delivery;
  workspaceId: string;
  teamId: string | null;
  /** The position of its event in the log; null for an event that is in no log. */
  position: LogPosition | null;
  lane: Lane;
  /** Failed attempts since it was created or requeued. */
  tries: number;
  /** How often it was requeued; undefined if never. */
  round?: number | undefined;
  /** Seconds since 1970 after which the table may expire it. */
  ttl: number;
  /** The key of the redelivery that queued it last, if it had an Idempotency-Key. */
  requeuedBy?: string | undefined;
}

/** Indexes of deliveries. */
export const deliveryIndexes = { status: gsi2, endpoint: gsi6 } as const;

export const toDelivery = (item: Item): Delivery => deliveryDocument.read(item);

export function toQueued(item: Item): QueuedDelivery {
  const delivery = deliveryDocument.read(item);
  const {
    workspaceId,
    teamId = null,
    position = null,
    lane,
    tries,
    round,
    ttl,
    requeuedBy,
  } = attributesOf<Omit<QueuedDelivery, 'lane'> & { lane: number }>(item);
  return {
    delivery,
    workspaceId,
    teamId,
    position,
    lane: { webhookId: delivery.webhookId, number: lane, workspaceId },
    tries,
    ttl,
    ...(round === undefined ? {} : { round }),
    ...(requeuedBy === undefined ? {} : { requeuedBy }),
  };
}

export async function getQueued(read: Reader, id: string): Promise<QueuedDelivery | undefined> {
  const item = await read.get(deliveryKey(id));
  return item && toQueued(item);
}

export const getDeliveryItem = (read: Reader, id: string) => read.get(deliveryKey(id));
export const getDeliveryItems = (read: Reader, keys: readonly Key[]) => read.getMany(keys);

function deliveryItem({ delivery, lane, teamId, position, ...rest }: QueuedDelivery): Item {
  const { id, webhookId, status, nextAttemptAt, updatedAt } = delivery;
  return {
    ...deliveryKey(id),
    ...deliveryDocument.write(delivery),
    ...rest,
    ...(teamId ? { teamId } : {}),
    ...(position ? { position } : {}),
    lane: lane.number,
    updatedAt,
    ...inIndex(deliveryIndexes.endpoint, deliveriesOf(webhookId)),
    ...(isListable(status) ? inIndex(deliveryIndexes.status, deliveriesIn(webhookId, status)) : {}),
    ...(isWaiting(delivery) ? { inDue: waitingIn(lane), dueAt: nextAttemptAt } : {}),
  };
}

/** Queues a delivery, once. */
export const putDelivery = (queued: QueuedDelivery, exists: () => Error): Change => ({
  put: deliveryItem(queued),
  if: 'absent',
  onConditionFailed: exists,
});

export const replaceDelivery = (
  queued: QueuedDelivery,
  previous: Delivery,
  stale: (current: Item | undefined) => Error,
): Change => ({
  put: deliveryItem(queued),
  if: { equals: { updatedAt: previous.updatedAt } },
  onConditionFailed: stale,
});

/** The ids of a lane's due deliveries, longest overdue first. Eventually consistent. */
export async function findDue(read: Reader, lane: Lane, now: Date, limit: number): Promise<string[]> {
  const upTo = now.toISOString();
  const found = await read.query({ index: 'due', partition: waitingIn(lane), upTo, limit });
  // The index does not order what became due in the same millisecond; ids begin with the time of the event.
  const order = ({ pk, dueAt }: Item) => `${String(dueAt)} ${pk}`;
  return found
    .sort((one, other) => (order(one) < order(other) ? -1 : 1))
    .map(({ pk }) => pk.slice(pk.indexOf('#') + 1));
}

/** The time at which a lane's next delivery is due; undefined if none is pending. Eventually consistent. */
export async function findNextDue(read: Reader, lane: Lane): Promise<string | undefined> {
  const [item] = await read.query({ index: 'due', partition: waitingIn(lane), upTo: END_OF_TIME, limit: 1 });
  return item?.['dueAt'] as string | undefined;
}

const END_OF_TIME = '9999-12-31T23:59:59.999Z';
