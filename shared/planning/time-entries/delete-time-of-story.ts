import type { Change, Reader } from '../../kernel/core/database.ts';
import { entriesOf, totalKind } from './time-entry-store.ts';

/** The maximum number of entries of one story that are deleted with it at a time. */
const ENTRIES_AT_ONCE = 100;

/** Changes that delete time of a story that is gone for good; none if all is deleted. */
export async function deleteTimeOfStory(read: Reader, storyId: string): Promise<Change[]> {
  const { index, partitions: names } = entriesOf({ workspaceId: '', storyId });
  const found = await read.query({ index, partition: names[0]!, limit: ENTRIES_AT_ONCE });
  if (found.length > 0) return found.map(({ pk, sk }) => ({ delete: { pk, sk } }));
  const total = totalKind.key(storyId);
  return (await read.get(total)) ? [{ delete: total }] : [];
}
