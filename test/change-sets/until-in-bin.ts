import type { Database } from '../../shared/kernel/core/database.ts';
import { createReader } from '../../shared/kernel/db/reader.ts';
import type { ItemKind } from '../../shared/kernel/db/table.ts';
import { getFromBin } from '../../shared/planning/bin/bin-store.ts';
import { getStoryRelations } from '../../shared/planning/story/story-relations-store.ts';
import { storyKind } from '../../shared/planning/story/story-store.ts';
import { until } from '../support/until.ts';

/** Waits until the stream has put what was deleted of a story, or the story, into the bin. */
export async function untilInBin(
  { database }: { database: Database },
  storyId: string,
  kind: ItemKind,
  id: string,
): Promise<void> {
  const read = createReader(database);
  await until(async () => (await getFromBin(read, storyId, kind.key(id), new Date())) !== undefined);
  if (kind !== storyKind) return;
  await until(async () => (await getStoryRelations(read, storyId)) === undefined);
}
