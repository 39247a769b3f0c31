import type { Change, Reader } from '../../kernel/core/database.ts';
import { itemKind } from '../../kernel/db/table.ts';
import type { WebhookEvent } from '../../kernel/log/event.ts';
import type { LogPosition } from '../../kernel/log/log-store.ts';

/**
 * Where the log has the events of the change sets that requests name. The stream writes it, so that requests do not pay
 * for it; those of a request that names none are found by the time in the id of its set.
 */
const partitions = itemKind('CS#', 'expiry', 'any');
const partitionOf = (workspaceId: string, id: string): string => `${partitions.prefix}${workspaceId}#${id}`;

/** Adds an event to its change set; repeating it writes the same item. `ttl` is in seconds since 1970. */
export const putChangeSetEvent = (
  { workspaceId, id }: WebhookEvent,
  changeSetId: string,
  { log, number, index }: LogPosition,
  ttl: number,
): Change => ({ put: { pk: partitionOf(workspaceId, changeSetId), sk: id, log, number, index, ttl } });

/** The positions of a change set's events, oldest first. Strongly consistent. */
export async function getChangeSetPositions(
  read: Reader,
  workspaceId: string,
  id: string,
): Promise<LogPosition[]> {
  const items = await read.children(partitionOf(workspaceId, id));
  return items.reverse().map((item) => ({
    log: item['log'] as string,
    number: item['number'] as number,
    index: item['index'] as number,
  }));
}
