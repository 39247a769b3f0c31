import {
  auditIndexes,
  auditKind,
  auditPartitions,
  type AuditEvent,
} from '../../kernel/api/operation/audit-trail-store.ts';
import type { IndexName, Item, Reader } from '../../kernel/core/database.ts';
import { firstIdAt } from '../../kernel/core/id.ts';
import { readNewest } from '../../kernel/db/merge-partitions.ts';
import type { ShownAuditEvent } from './audit-event.ts';

/** An entry as the API shows it; one that names no operator is stored without the field. */
export function toAuditEvent(item: Item): ShownAuditEvent {
  const { operator = null, ...event } = JSON.parse(item['doc'] as string) as AuditEvent;
  return { ...event, operator };
}
export const auditIdOf = (item: Pick<Item, 'pk'>): string => auditKind.idOf(item);

interface AuditQuery {
  workspaceId: string;
  types: readonly string[] | undefined;
  actorId: string | undefined;
  targetId: string | undefined;
  /** From this moment on, and before that one, in milliseconds since 1970. */
  since: number;
  before: number | undefined;
  oldestFirst: boolean;
}

/** Rounds of filling up a page that several filters thin out, before it ends early. */
const ROUNDS = 10;

/**
 * Entries of a trail in order, up to one more than a page has; after `after`, an id. One filter is answered by an index,
 * others by looking at what that finds. `end` is where the search stopped early.
 */
export async function findAuditEvents(
  read: Reader,
  query: AuditQuery,
  { after, limit }: { after: string | undefined; limit: number },
): Promise<{ items: Item[]; end?: string }> {
  const { oldestFirst } = query;
  const pkAt = (at: number) => auditKind.key(firstIdAt(at)).pk;
  const lowest = pkAt(query.since);
  const highest = query.before === undefined ? undefined : pkAt(query.before);
  const isInside = ({ pk }: Item) => pk >= lowest && (highest === undefined || pk < highest);
  const { index, partitions } = choose(query);
  let position = after === undefined ? (oldestFirst ? lowest : highest) : auditKind.key(after).pk;
  const kept: Item[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const found = await readNewest(read, {
      index,
      partitions,
      before: position,
      limit: limit + 1,
      oldestFirst,
    });
    const inside = found.filter(isInside);
    const items = index === 'list' ? inside : await read.getMany(inside);
    kept.push(...(items.filter((item) => item !== undefined && matches(item, query)) as Item[]));
    const ended = found.length <= limit || inside.length < found.length;
    if (ended || kept.length > limit) return { items: kept.slice(0, limit + 1) };
    position = found.at(-1)!.pk;
  }
  return { items: kept, end: position! };
}

/** The index that leaves the least to look at. */
function choose({ workspaceId, types, actorId, targetId }: AuditQuery): {
  index: IndexName;
  partitions: string[];
} {
  const of = (value: string) => auditPartitions.of(workspaceId, value);
  if (targetId !== undefined) return { index: auditIndexes.byTarget, partitions: [of(targetId)] };
  if (actorId !== undefined) return { index: auditIndexes.byActor, partitions: [of(actorId)] };
  if (types !== undefined) return { index: auditIndexes.byType, partitions: types.map(of) };
  return { index: 'list', partitions: [auditPartitions.all(workspaceId)] };
}

function matches(item: Item, { types, actorId, targetId }: AuditQuery): boolean {
  const { type, actor, target } = toAuditEvent(item);
  return (
    (types === undefined || types.includes(type)) &&
    (actorId === undefined || actor.id === actorId) &&
    (targetId === undefined || target.id === targetId)
  );
}
