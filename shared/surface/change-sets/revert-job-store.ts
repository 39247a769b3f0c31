import type { Item, Reader } from '../../kernel/core/database.ts';
import { itemKind, SELF } from '../../kernel/db/table.ts';
import type { RevertJob } from './revert-job.ts';
import type { RevertOutcome } from './revert-outcome.ts';

/** Reversals that go on in a job, with what came of them in parts of their partition. */
const revertJobKind = itemKind('RJ#', 'workspace', 'any');
export const revertJobKey = (id: string) => ({ pk: `${revertJobKind.prefix}${id}`, sk: SELF });
const PART_PREFIX = 'P#';
export const partKey = (id: string, number: number) => ({
  ...revertJobKey(id),
  sk: `${PART_PREFIX}${String(number).padStart(6, '0')}`,
});

/** The most characters of a conflict's value. */
const VALUE_MAX_CHARACTERS = 500;

const toRevertJob = (item: Item): RevertJob => JSON.parse(item['doc'] as string) as RevertJob;

export async function getRevertJob(read: Reader, id: string): Promise<RevertJob | undefined> {
  const item = await read.get(revertJobKey(id));
  return item && toRevertJob(item);
}

/** The parts of a job's outcome, in their order. Strongly consistent. */
export async function getOutcomeParts(read: Reader, id: string): Promise<RevertOutcome[]> {
  const items = await read.children(revertJobKey(id).pk, PART_PREFIX);
  return items
    .sort((one, other) => (one.sk < other.sk ? -1 : 1))
    .map((item) => JSON.parse(item['outcome'] as string) as RevertOutcome);
}

/** A value as it is stored: a long one is cut, with a mark. */
export function shortened(value: unknown): unknown {
  const text = typeof value === 'string' ? value : JSON.stringify(value ?? null);
  return text.length > VALUE_MAX_CHARACTERS ? `${text.slice(0, VALUE_MAX_CHARACTERS)}…` : value;
}
