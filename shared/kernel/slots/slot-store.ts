import { itemKind } from '../db/table.ts';
import type { Change, Key, Reader } from '../core/database.ts';

/** An item for each slot, in a partition of its own: of webhook lanes, of jobs, and of mails that are read. */
const slotKinds = {
  lanes: itemKind('DS#', 'workspace'),
  jobs: itemKind('JS#', 'workspace'),
  mails: itemKind('MS#', 'expiry'),
};

/** What is bounded by slots, each by its own. */
export type SlotUse = keyof typeof slotKinds;

/** One of a workspace's slots; who has leased it may do one thing of that use for the workspace. */
interface Slot {
  use: SlotUse;
  workspaceId: string;
  number: number;
}

const slotKey = ({ use, workspaceId, number }: Slot): Key => slotKinds[use].key(`${workspaceId}#${number}`);

/** Which of some slots are leased, by their numbers. Eventually consistent. */
export async function findLeasedSlots(read: Reader, slots: readonly Slot[], now: Date): Promise<Set<number>> {
  const items = await read.getMany(slots.map(slotKey), ['leasedUntil']);
  const isLeased = (position: number) => ((items[position]?.['leasedUntil'] as number) ?? 0) > now.getTime();
  return new Set(slots.filter((_, position) => isLeased(position)).map(({ number }) => number));
}

/** Leases a slot until a time if no one holds it. */
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
