import { parseCursor, signCursor } from '../../kernel/api/operation/cursor.ts';
import type { OperationContext } from '../../kernel/core/call.ts';
import type { FoundWebhook } from '../webhooks/webhook-store.ts';
import { tableEpoch } from '../../kernel/core/table-epoch.ts';
import { retentionMs, RETENTION_VARIABLE } from '../../kernel/log/retention.ts';
import { ownWebhookOrThrow } from '../webhooks/webhook-access.ts';
import { requeueDeliveries } from './requeue-deliveries.ts';
import type { EventPeriod } from './choose-deliveries.ts';
import { assertActive, wakeLane } from './requeue.ts';

/** Queues an endpoint's deliveries again, as a request of redeliverWebhookEvents asks for. */
export async function redeliverEvents(
  { caller, read, now, newId, keys, setting, tryWrite, commit, requestKey }: OperationContext,
  found: FoundWebhook | undefined,
  { cursor, ...range }: EventPeriod & { cursor?: string | undefined },
): Promise<{ count: number; nextCursor: string | null }> {
  const { webhook } = ownWebhookOrThrow(caller, found);
  assertActive(webhook);
  const scope = { operationId: 'redeliverWebhookEvents', caller, filters: { ...range, id: webhook.id } };
  const position =
    cursor === undefined ? '' : parseCursor(await keys('cursor'), { ...scope, in: 'body' }, cursor);
  const retention = retentionMs(setting(RETENTION_VARIABLE));
  const reading = { read, now, retention, epoch: tableEpoch(setting), requestKey };
  const { count, next, lanes } = await requeueDeliveries(reading, webhook, { range, position, tryWrite });
  const nextCursor = next === null ? null : signCursor(await keys('cursor'), scope, next);
  const wakeUps = lanes.flatMap((lane) => wakeLane(lane, newId(), now));
  // The outcome is small enough to be stored in place of a resource id for replays.
  await commit(wakeUps, `${count} ${nextCursor ?? ''}`);
  return { count, nextCursor };
}
