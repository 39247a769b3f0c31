import { attributesOf } from '../../kernel/db/document.ts';
import { itemKind } from '../../kernel/db/table.ts';
import type { LogPosition } from '../../kernel/log/log-store.ts';
import { eventTime, type WebhookEvent } from '../../kernel/log/event.ts';
import type { Lane } from '../webhooks/lane.ts';
import { waitingIn } from './delivery-store.ts';
import type { Change, Reader } from '../../kernel/core/database.ts';

/**
 * An event that has not been expanded into deliveries yet, for a workspace with many endpoints. It waits in a lane of
 * the workspace, as deliveries wait in lanes of endpoints, so that events are expanded in order.
 */
const fanOutKey = itemKind('FO#', 'workspace').key;

/** The lane in which a workspace's events are expanded, one at a time. */
export const fanOutLane = ({ workspaceId }: WebhookEvent): Lane => ({
  webhookId: workspaceId,
  number: 0,
  workspaceId,
});

export const isFanOutLane = ({ webhookId, workspaceId }: Lane): boolean => webhookId === workspaceId;

/** Queues an event of the log for expansion, once; `ttl` in seconds since 1970. */
export const putFanOut = (
  event: WebhookEvent,
  position: LogPosition,
  ttl: number,
  exists: () => Error,
): Change => ({
  put: {
    ...fanOutKey(event.id),
    workspaceId: event.workspaceId,
    position,
    ttl,
    inDue: waitingIn(fanOutLane(event)),
    dueAt: new Date(eventTime(event.id)).toISOString(),
  },
  if: 'absent',
  onConditionFailed: exists,
});

/** The position in the log of an event that waits for expansion; undefined if it does not wait. */
export async function getFanOut(read: Reader, eventId: string): Promise<LogPosition | undefined> {
  const item = await read.get(fanOutKey(eventId));
  return item && attributesOf<{ position: LogPosition }>(item).position;
}

export const deleteFanOut = (eventId: string): Change => ({ delete: fanOutKey(eventId) });
