import * as z from 'zod';
import { writeConflict } from '../../kernel/core/errors.ts';
import { operation } from '../../kernel/api/operation/operation.ts';
import { timestamp, uniqueList, uuid, memoize } from '../../kernel/core/schema.ts';
import { tableEpoch } from '../../kernel/core/table-epoch.ts';
import { ownWebhookOrThrow, WEBHOOK_PATH } from '../webhooks/webhook-access.ts';
import { getWebhookItem } from '../webhooks/webhook-store.ts';
import {
  chooseDeliveries,
  DELIVERIES_MAX,
  PAGE_SIZE,
  resendableStatuses,
  type ChosenDeliveries,
  type EventPeriod,
} from './choose-deliveries.ts';
import type { LogReading } from './find-missed.ts';
import { parseCursor, signCursor } from '../../kernel/api/operation/cursor.ts';
import { retentionMs, RETENTION_VARIABLE } from '../../kernel/log/retention.ts';
import type { Lane } from '../webhooks/lane.ts';
import type { StoredWebhook } from '../webhooks/webhook.ts';
import { endCooldown } from '../webhooks/lane-store.ts';
import { assertActive, scheduleRecheck, wakeLane } from './requeue.ts';

/** The prefix of positions in the log; other positions are those of deliveries. */
const IN_LOG = 'log ';

/** Maximum length of a cursor: 32 characters for each log that the endpoint's owner may read. */
const CURSOR_MAX_CHARACTERS = 32_768;
const WRITE_CONCURRENCY = 25;

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
        .min(1)
        .max(CURSOR_MAX_CHARACTERS)
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
  handle: async ({ body, loaded, caller, read, now, newId, keys, setting, tryWrite, commit, requestKey }) => {
    const { webhook } = ownWebhookOrThrow(caller, loaded.webhook);
    assertActive(webhook);
    const { cursor, ...range } = body;
    const scope = { operationId: 'redeliverWebhookEvents', caller, filters: { ...range, id: webhook.id } };
    const position =
      cursor === undefined ? '' : parseCursor(await keys('cursor'), [{ ...scope, in: 'body' }], cursor);
    const retention = retentionMs(setting(RETENTION_VARIABLE));
    const reading = { read, now, retention, epoch: tableEpoch(setting), requestKey };
    const { chosen, next } = await choose(reading, webhook, range, position);
    const nextCursor = next === null ? null : signCursor(await keys('cursor'), scope, next);
    const lanes = lanesOf(chosen);
    // Done before anything is queued: if this call is interrupted, what it has queued is sent all the same.
    await tryWrite(lanes.map((lane) => scheduleRecheck(lane, now)));
    // Imported on demand to keep the bundle under 250 KB.
    const { default: pLimit } = await import('p-limit');
    const limit = pLimit(WRITE_CONCURRENCY);
    const queued = await Promise.all(
      chosen.map(({ change }) => limit(async () => change === undefined || (await tryWrite([change])))),
    );
    const count = queued.filter(Boolean).length;
    await Promise.all(lanes.map((lane) => tryWrite([endCooldown(lane, writeConflict)])));
    const wakeUps = lanes.flatMap((lane) => wakeLane(lane, newId(), now));
    // The outcome is small enough to be stored in place of a resource id for replays.
    await commit(wakeUps, `${count} ${nextCursor ?? ''}`);
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
  // Imported on demand to keep the bundle under 250 KB.
  const { findMissed } = await import('./find-missed.ts');
  const missed = await findMissed(reading, webhook, range, { position: from, room });
  return {
    chosen: [...chosen, ...missed.chosen],
    next: missed.next === null ? null : `${IN_LOG}${missed.next}`,
  };
}
