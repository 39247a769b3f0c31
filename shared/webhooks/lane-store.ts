import { lanesOf, type Lane } from './lane.ts';
import type { Key, Item, Reader, Change } from '../core/database.ts';

/**
 * A lane's item says who works on it until when, and when it is to be looked at next: the table knows what is
 * left to do, and a message in a queue only says that it is so now.
 */
const laneKey = ({ webhookId, number }: Lane): Key => ({ pk: `E#${webhookId}`, sk: `#LANE#${number}` });

/** In how many partitions of the index the lanes stand. */
const SHARDS = 8;
const shardOf = ({ webhookId }: Lane): string => `DUE#${Number.parseInt(webhookId.at(-1)!, 16) % SHARDS}`;

export interface LaneState {
  /** Milliseconds since 1970 until which somebody works on it. */
  leasedUntil: number;
  dueAt: string | undefined;
  /** Nothing waited in it at the last look. */
  idle: boolean;
}

const toState = (item: Item): LaneState => ({
  leasedUntil: item['leasedUntil'] as number,
  dueAt: item['dueAt'] as string | undefined,
  idle: item['idle'] === true,
});

export async function getLane(read: Reader, lane: Lane): Promise<LaneState | undefined> {
  const item = await read.get(laneKey(lane));
  return item && toState(item);
}

/** Has a lane looked at, at that time, whether or not a message asks for it. */
export const scheduleLane = (lane: Lane, dueAt: Date): Change => ({
  update: laneKey(lane),
  // Adding nothing makes a lease that has ended where there was none, so that the lane can be taken.
  with: {
    set: { inDue: shardOf(lane), dueAt: dueAt.toISOString() },
    remove: ['idle'],
    add: { leasedUntil: 0 },
  },
});

/** As scheduleLane, unless it was scheduled anew since it was read; without a time it is not looked at again. */
export const rescheduleLane = (
  lane: Lane,
  { dueAt }: LaneState,
  { at, idle }: { at: string | undefined; idle: boolean },
  scheduledAnew: () => Error,
): Change => ({
  update: laneKey(lane),
  with:
    at === undefined
      ? { remove: ['inDue', 'dueAt', 'idle'] }
      : { set: { inDue: shardOf(lane), dueAt: at, idle } },
  if: { equals: { dueAt } },
  onConditionFailed: scheduledAnew,
});

/** Takes a lane for oneself until a time, when nobody else has it now. */
export const leaseLane = (
  lane: Lane,
  { holder, until, now }: { holder: string; until: Date; now: Date },
  taken: () => Error,
): Change => ({
  update: laneKey(lane),
  with: { set: { leasedUntil: until.getTime(), holder } },
  if: { absentOrAtMost: { attribute: 'leasedUntil', value: now.getTime() } },
  onConditionFailed: taken,
});

/** Keeps a lane for longer; `lost` is thrown where another has it. */
export const renewLease = (lane: Lane, holder: string, until: Date, lost: () => Error): Change => ({
  update: laneKey(lane),
  with: { set: { leasedUntil: until.getTime() } },
  if: { equals: { holder } },
  onConditionFailed: lost,
});

/** Lets go of a lane, from a time on that may lie ahead: until then it rests. */
export const releaseLane = (lane: Lane, holder: string, free: Date, lost: () => Error): Change => ({
  update: laneKey(lane),
  with: { set: { leasedUntil: free.getTime() }, remove: ['holder'] },
  if: { equals: { holder } },
  onConditionFailed: lost,
});

/** Ends the rest of a lane; `held` is thrown where somebody works on it. */
export const endCooldown = (lane: Lane, held: () => Error): Change => ({
  update: laneKey(lane),
  with: { set: { leasedUntil: 0 } },
  if: { equals: { holder: undefined } },
  onConditionFailed: held,
});

/** Forgets the lanes of an endpoint. */
export const deleteLanes = (webhookId: string): Change[] =>
  lanesOf(webhookId).map((lane) => ({ delete: laneKey(lane) }));

/** The lanes that are to be looked at by now, over all workspaces; eventually consistent. */
export async function findDueLanes(read: Reader, now: Date, limit: number): Promise<Lane[]> {
  const shards = Array.from({ length: SHARDS }, (_, n) => `DUE#${n}`);
  const upTo = now.toISOString();
  const found = await Promise.all(
    shards.map((partition) => read.query({ index: 'due', partition, upTo, limit })),
  );
  return found.flat().map(toLane);
}

const toLane = ({ pk, sk }: Item): Lane => ({
  webhookId: pk.slice('E#'.length),
  number: Number(sk.slice('#LANE#'.length)),
});

const REQUEST = '#WAKE#';

/** Asks through the table's stream to have a lane looked at now: how an operation does, which knows no queue. */
export const requestLaneRun = (lane: Lane, requestId: string, ttl: number): Change => ({
  put: { pk: `E#${lane.webhookId}`, sk: `${REQUEST}${requestId}#${lane.number}`, lane: lane.number, ttl },
});

/** The start of the sort keys of such requests, for the stream's filter. */
export const laneRequests = { pk: 'E#', sk: REQUEST };

export const isLaneRequest = ({ pk, sk }: Key): boolean => pk.startsWith('E#') && sk.startsWith(REQUEST);

/** The lane that a stream record asks for. */
export const requestedLane = ({ pk, sk }: Key): Lane => ({
  webhookId: pk.slice('E#'.length),
  number: Number(sk.slice(sk.lastIndexOf('#') + 1)),
});
