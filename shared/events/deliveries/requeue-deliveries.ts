import pLimit from 'p-limit';
import type { Call } from '../../kernel/core/call.ts';
import { writeConflict } from '../../kernel/core/errors.ts';
import type { Lane } from '../webhooks/lane.ts';
import { endCooldown } from '../webhooks/lane-store.ts';
import type { StoredWebhook } from '../webhooks/webhook.ts';
import { chooseDeliveries, PAGE_SIZE, type ChosenDeliveries, type EventPeriod } from './choose-deliveries.ts';
import { findMissed, type LogReading } from './find-missed.ts';
import { scheduleRecheck } from './requeue.ts';
import { DELIVERIES_MAX } from './resendable.ts';

/** The prefix of positions in the log; other positions are those of deliveries. */
const IN_LOG = 'log ';

const WRITE_CONCURRENCY = 25;

/** Events to queue, from a position of an earlier call on, which is empty at first. */
interface RequeueOptions {
  range: EventPeriod;
  position: string;
  tryWrite: Call<unknown, unknown, unknown, unknown>['tryWrite'];
}

/** Queues deliveries of an endpoint again; `next` is the position to continue from, and null at the end. */
export async function requeueDeliveries(
  reading: LogReading,
  webhook: StoredWebhook,
  { range, position, tryWrite }: RequeueOptions,
): Promise<{ count: number; next: string | null; lanes: Lane[] }> {
  const { chosen, next } = await choose(reading, webhook, range, position);
  const lanes = lanesOf(chosen);
  // Done before anything is queued: if this call is interrupted, what it has queued is sent all the same.
  await tryWrite(lanes.map((lane) => scheduleRecheck(lane, reading.now)));
  const limit = pLimit(WRITE_CONCURRENCY);
  const queued = await Promise.all(
    chosen.map(({ change }) => limit(async () => change === undefined || (await tryWrite([change])))),
  );
  await Promise.all(lanes.map((lane) => tryWrite([endCooldown(lane, writeConflict)])));
  return { count: queued.filter(Boolean).length, next, lanes };
}

const lanesOf = (chosen: readonly ChosenDeliveries[]): Lane[] => [
  ...new Map(chosen.map(({ lane }) => [lane.number, lane])).values(),
];

/** Chooses the endpoint's deliveries first, then further events of the log; `next` is the position to continue from. */
async function choose(
  reading: LogReading,
  webhook: StoredWebhook,
  range: EventPeriod,
  position: string,
): Promise<{ chosen: ChosenDeliveries[]; next: string | null }> {
  const inLog = position.startsWith(IN_LOG);
  const { chosen, next } = inLog
    ? { chosen: [], next: null }
    : await chooseDeliveries(reading, webhook.id, range, position || undefined);
  if (next !== null || range.statuses) return { chosen, next };
  const room = DELIVERIES_MAX - chosen.length;
  if (room < PAGE_SIZE) return { chosen, next: IN_LOG };
  const from = inLog ? position.slice(IN_LOG.length) : '';
  const missed = await findMissed(reading, webhook, range, { position: from, room });
  return {
    chosen: [...chosen, ...missed.chosen],
    next: missed.next === null ? null : `${IN_LOG}${missed.next}`,
  };
}
