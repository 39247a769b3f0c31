import { itemKind } from '../db/table.ts';
import type { Change, Key, Reader } from '../core/database.ts';

/** One of a workspace's slots; who has leased it may work on one of the workspace's lanes. */
interface Slot {
  workspaceId: string;
  number: number;
}

/** An item for each slot, in a partition of its own. */
const slotKind = itemKind('DS#', 'workspace');
const slotKey = ({ workspaceId, number }: Slot): Key => slotKind.key(`${workspaceId}#${number}`);

/** Which of a workspace's slots are leased. Eventually consistent. */
export async function findLeasedSlots(
  read: Reader,
  workspaceId: string,
  numbers: readonly number[],
  now: Date,
): Promise<Set<number>> {
  const slots = numbers.map((number) => slotKey({ workspaceId, number }));
  const items = await read.getMany(slots, ['leasedUntil']);
  return new Set(
    numbers.filter((_, position) => ((items[position]?.['leasedUntil'] as number) ?? 0) > now.getTime()),
  );
}

/** Leases a slot until a time if nobody has it. */
export const leaseSlot = (
  slot: Slot,
  { holder, until, now }: { holder: string; until: Date; now: Date },
  taken: () => Error,
): Change => ({
  update: slotKey(slot),
  with: { set: { leasedUntil: until.getTime(), holder, ttl: Math.ceil(until.getTime() / 1000) } },
  if: { absentOrAtMost: { attribute: 'leasedUntil', value: now.getTime() } },
  onConditionFailed: taken,
});

/** Releases a slot that the holder still has. */
export const releaseSlot = (slot: Slot, holder: string, lost: () => Error): Change => ({
  delete: slotKey(slot),
  if: { equals: { holder } },
  onConditionFailed: lost,
});
