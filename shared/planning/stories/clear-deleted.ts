import { writeConflict } from '../../kernel/core/errors.ts';
import { deleteSprintReport } from '../analysis/sprint-report-store.ts';
import { createReader } from '../../kernel/db/reader.ts';
import { retryOnConflict } from '../../kernel/db/retry-on-conflict.ts';
import { commit } from '../../kernel/db/write.ts';
import {
  deleteOrphanedKeyResult,
  keyResultIndexes,
  keyResultsOfObjective,
} from '../key-results/key-result-store.ts';
import { nextTimestamp } from '../../kernel/core/clock.ts';
import { deleteOrphanedUpdate, updatesOfObjective } from '../objective-updates/objective-update-store.ts';
import { objectiveSortKey } from '../objective/objective-store.ts';
import {
  getSprintItem,
  replaceSprint,
  sprintIdOf,
  sprintSortKey,
  sprintsOfObjective,
  toSprint,
  sprintIndexes,
} from '../sprints/sprint-store.ts';
import type { Story } from '../story/story.ts';
import { getStoryItem, storyIdOf, storyIndexes, storyPartitions, toStory } from '../story/story-store.ts';
import { deleteDays } from '../counts/day-store.ts';
import { clearReferences } from './clear-dangling-references.ts';
import type { Key, IndexName, Reader, Database } from '../../kernel/core/database.ts';

/** Number of referring items changed concurrently. */
const AT_ONCE = 25;

/** Removes a deleted sprint from its stories, and deletes its days and its report. Idempotent. */
export async function clearDeletedSprint(database: Database, sprintId: string, now: Date): Promise<void> {
  const read = createReader(database);
  const partitions = [storyPartitions.sprint(sprintId), storyPartitions.sprint(sprintId, true)];
  await forEachKey(read, storyIndexes.sprint, partitions, (key) =>
    changeStory(database, key, now, (story) => (story.sprintId === sprintId ? ['sprintId'] : [])),
  );
  await deleteDays(database, sprintSortKey(sprintId));
  await commit(database, [deleteSprintReport(sprintId)]);
}

/**
 * Removes a deleted objective from its stories and sprints, and deletes its key results, updates and days. Idempotent.
 */
export async function clearDeletedObjective(
  database: Database,
  objectiveId: string,
  now: Date,
): Promise<void> {
  const read = createReader(database);
  const stories = [storyPartitions.objective(objectiveId), storyPartitions.objective(objectiveId, true)];
  await forEachKey(read, storyIndexes.objective, stories, (key) =>
    changeStory(database, key, now, (story) => (story.objectiveId === objectiveId ? ['objectiveId'] : [])),
  );
  await forEachKey(read, sprintIndexes.byObjective, [sprintsOfObjective(objectiveId)], (key) =>
    detachSprint(database, key, objectiveId, now),
  );
  await forEachKey(read, keyResultIndexes.byObjective, [keyResultsOfObjective(objectiveId)], (key) =>
    commit(database, [deleteOrphanedKeyResult(key)]),
  );
  await forEachKey(read, 'list', [updatesOfObjective(objectiveId)], (key) =>
    commit(database, [deleteOrphanedUpdate(key)]),
  );
  await deleteDays(database, objectiveSortKey(objectiveId));
}

/** Removes a deleted key result from its stories. Idempotent. */
export async function clearDeletedKeyResult(
  database: Database,
  { id, objectiveId }: { id: string; objectiveId: string },
  now: Date,
): Promise<void> {
  const read = createReader(database);
  const partitions = [storyPartitions.objective(objectiveId), storyPartitions.objective(objectiveId, true)];
  await forEachKey(read, storyIndexes.objective, partitions, (key) =>
    changeStory(database, key, now, (story) => (story.keyResultId === id ? ['keyResultId'] : [])),
  );
}

async function forEachKey(
  read: Reader,
  index: IndexName,
  partitions: readonly string[],
  act: (key: Key) => Promise<void>,
): Promise<void> {
  for (const partition of partitions) {
    let before: string | undefined;
    for (;;) {
      const keys = await read.query({ index, partition, limit: AT_ONCE, ...(before ? { before } : {}) });
      await Promise.all(keys.map(act));
      if (keys.length < AT_ONCE) break;
      before = keys.at(-1)!.pk;
    }
  }
}

type Links = Parameters<typeof clearReferences>[2];

async function changeStory(
  database: Database,
  key: Key,
  now: Date,
  linksToClear: (story: Story) => Links,
): Promise<void> {
  await retryUntilCommitted(async () => {
    const item = await getStoryItem(createReader(database), storyIdOf(key));
    const links = item ? linksToClear(toStory(item)) : [];
    if (item && links.length > 0) await clearReferences(database, item, links, now);
  });
}

async function detachSprint(database: Database, key: Key, objectiveId: string, now: Date): Promise<void> {
  await retryUntilCommitted(async () => {
    const item = await getSprintItem(createReader(database), sprintIdOf(key));
    const sprint = item && toSprint(item);
    if (sprint?.objectiveId !== objectiveId) return;
    const next = { ...sprint, objectiveId: null, updatedAt: nextTimestamp(now, sprint.updatedAt) };
    await commit(database, [replaceSprint(next, sprint, writeConflict)]);
  });
}

/** Retries until no other change comes in between, because no one would ask for it again. */
const retryUntilCommitted = (work: () => Promise<void>): Promise<void> =>
  retryOnConflict(work, { attempts: Infinity });
