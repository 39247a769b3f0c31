import { childKind, namedPartition } from '../../kernel/db/table.ts';
import { isSubscriptionId, lanesOf, type Lane } from './lane.ts';
import { webhookKind, webhookSortKey } from './webhook-store.ts';
import type { Key, Item, Reader, Change } from '../../kernel/core/database.ts';

/**
 * A lane's item stores its lease and when it is next due. The table is the source of truth; a queue message
 * only wakes a worker.
 */
const laneKey = ({ webhookId, number }: Lane): Key => ({
  pk: webhookSortKey(webhookId),
  sk: `#LANE#${number}`,
});

/**
 * Number of index partitions for lanes, over all workspaces; each takes 1,000 writes a second. It may be raised at any
 * time, never lowered: lanes that are due stay in the partition that they were put into (docs/scale.md).
 */
export const DUE_SHARDS = 64;
const DUE = namedPartition('DUE#');
/** The last digits of an id are random. */
const shardOf = ({ webhookId }: Lane): string =>
  `${DUE}${Number.parseInt(webhookId.slice(-4), 16) % DUE_SHARDS}`;

interface LaneState {
  /** Milliseconds since 1970 until which a worker holds the lane. */
  leasedUntil: number;
  dueAt: string | undefined;
  /** Whether the last look found nothing pending. */
  idle: boolean;
  workspaceId: string | undefined;
}

const toState = (item: Item): LaneState => ({
  leasedUntil: item['leasedUntil'] as number,
  dueAt: item['dueAt'] as string | undefined,
  idle: item['idle'] === true,
  workspaceId: item['workspaceId'] as string | undefined,
});

export async function getLane(read: Reader, lane: Lane): Promise<LaneState | undefined> {
  const item = await read.get(laneKey(lane));
  return item && toState(item);
}

/** After how long without work the table may delete the lane of a subscription, which is not deleted with it. */
const UNUSED_MS = 7 * 24 * 60 * 60 * 1000;

const expiryOf = ({ webhookId }: Lane, dueAt: Date) =>
  isSubscriptionId(webhookId) ? { ttl: Math.ceil((dueAt.getTime() + UNUSED_MS) / 1000) } : {};

const tenantOf = ({ workspaceId }: Lane) => (workspaceId === undefined ? {} : { workspaceId });

/** Schedules a lane, whether or not a message wakes a worker. */
export const scheduleLane = (lane: Lane, dueAt: Date): Change => ({
  update: laneKey(lane),
  // Adding zero creates an expired lease if there is none, so that the lane can be leased.
  with: {
    set: { inDue: shardOf(lane), dueAt: dueAt.toISOString(), ...tenantOf(lane), ...expiryOf(lane, dueAt) },
    remove: ['idle'],
    add: { leasedUntil: 0 },
  },
});

/**
 * Like scheduleLane, unless it was rescheduled since it was read. Without a time, the lane is no longer due.
 */
export const rescheduleLane = (
  lane: Lane,
  { dueAt }: LaneState,
  { at, idle }: { at: string | undefined; idle: boolean },
  onRescheduled: () => Error,
): Change => ({
  update: laneKey(lane),
  with:
    at === undefined
      ? { remove: ['inDue', 'dueAt', 'idle'] }
      : { set: { inDue: shardOf(lane), dueAt: at, idle } },
  if: { equals: { dueAt } },
  onConditionFailed: onRescheduled,
});

/**
 * Leases a lane until a time if no other worker holds it. A lane exists from when it is first scheduled, which is before
 * any message names it: one that is gone was deleted with its endpoint, and a late message does not bring it back.
 */
export const leaseLane = (
  lane: Lane,
  { holder, until, now }: { holder: string; until: Date; now: Date },
  taken: () => Error,
): Change => ({
  update: laneKey(lane),
  with: { set: { leasedUntil: until.getTime(), holder } },
  if: { equals: {}, below: { leasedUntil: now.getTime() + 1 } },
  onConditionFailed: taken,
});

/** Extends a lease. Throws `lost` if another worker holds the lane. */
export const renewLease = (lane: Lane, holder: string, until: Date, lost: () => Error): Change => ({
  update: laneKey(lane),
  with: { set: { leasedUntil: until.getTime() } },
  if: { equals: { holder } },
  onConditionFailed: lost,
});

/** Releases a lane as of a time, possibly in the future: until then it cools down. */
export const releaseLane = (lane: Lane, holder: string, free: Date, lost: () => Error): Change => ({
  update: laneKey(lane),
  with: { set: { leasedUntil: free.getTime() }, remove: ['holder'] },
  if: { equals: { holder } },
  onConditionFailed: lost,
});

/** Ends the cooldown of a lane. Throws `held` if a worker holds it. */
export const endCooldown = (lane: Lane, held: () => Error): Change => ({
  update: laneKey(lane),
  with: { set: { leasedUntil: 0 } },
  if: { equals: { holder: undefined } },
  onConditionFailed: held,
});

/** Deletes the lanes of an endpoint. */
export const deleteLanes = (webhookId: string): Change[] =>
  lanesOf(webhookId).map((lane) => ({ delete: laneKey(lane) }));

/** One of several parts of the work, numbered from 0. */
export interface IndexPart {
  part: number;
  of: number;
}

/** Lanes of a part of the index that are due by now, across all workspaces. Eventually consistent. */
export async function findDueLanes(
  read: Reader,
  now: Date,
  limit: number,
  { part, of }: IndexPart,
): Promise<Lane[]> {
  const shards = Array.from({ length: DUE_SHARDS }, (_, number) => number)
    .filter((number) => number % of === part)
    .map((number) => `${DUE}${number}`);
  const upTo = now.toISOString();
  const found = await Promise.all(
    shards.map((partition) => read.query({ index: 'due', partition, upTo, limit })),
  );
  return found.flat().map(toLane);
}

const toLane = ({ pk, sk }: Item): Lane => ({
  webhookId: webhookKind.idOf({ pk }),
  number: Number(sk.slice('#LANE#'.length)),
});

const REQUEST = '#WAKE#';

/** Requests to wake a lane, stored with its endpoint. */
export const laneRequestKind = childKind(webhookKind, { prefix: REQUEST });

/** Wakes a lane through the table's stream, for operations, which have no access to the queue. */
export const requestLaneRun = (lane: Lane, requestId: string, ttl: number): Change => ({
  put: {
    pk: webhookSortKey(lane.webhookId),
    sk: `${REQUEST}${requestId}#${lane.number}`,
    lane: lane.number,
    ttl,
    ...tenantOf(lane),
  },
});

/** The lane that a stream record wakes. */
export const requestedLane = ({ pk, sk }: Key, request: Item | undefined): Lane => ({
  webhookId: webhookKind.idOf({ pk }),
  number: Number(sk.slice(sk.lastIndexOf('#') + 1)),
  workspaceId: request?.['workspaceId'] as string | undefined,
});
